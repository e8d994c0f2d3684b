-- What people are told. An event is written with what it tells about, and becomes a message afterwards.

create table outbox (
  id bigint generated always as identity primary key,
  -- The same thing told twice has the same key, and stands here once.
  key text not null unique check (length(key) between 1 and 200),
  event text not null,
  user_id bigint not null references users (id),
  -- Emptied when a message was made of it: what was told then stands there.
  facts jsonb not null,
  created_at timestamptz not null,
  delivered_at timestamptz,
  -- Why no message could be made of it.
  failure text
);

-- Read user by user: a storm for one of them does not stand before everybody else.
create index outbox_waiting on outbox (user_id, id) where delivered_at is null;
create index outbox_failed on outbox (user_id) where failure is not null;
create index outbox_delivered on outbox (delivered_at) where delivered_at is not null;

-- Told to everybody. Its text stands here once, and not a hundred thousand times.
create table notices (
  id bigint generated always as identity primary key,
  title text not null check (length(title) between 1 and 64),
  content text not null check (length(content) between 1 and 2000),
  link text not null default '' check (length(link) <= 512),
  link_text text not null default '' check (length(link_text) <= 64),
  published_at timestamptz not null,
  -- The last account that has it: whoever goes on begins behind it.
  reached_user_id bigint not null default 0,
  ended_at timestamptz
);

create table messages (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  -- What it was made of: one event, or one notice. Never twice of the same.
  outbox_id bigint unique,
  notice_id bigint references notices (id),
  event text not null,
  message_type smallint not null check (message_type between 1 and 5),
  -- The column of message_counts that counts it while it is unread.
  counter text not null check (counter in (
    'notice', 'renewal', 'transfer', 'creation', 'settlement', 'authentication', 'examine', 'signcontract', 'security'
  )),
  -- A notice has its own.
  title text not null default '' check (length(title) <= 64),
  content text not null default '' check (length(content) <= 2000),
  -- One sentence that says it all, for the message centre and for the ways outside.
  summary text not null default '' check (length(summary) <= 64),
  link text not null default '' check (length(link) <= 512),
  link_text text not null default '' check (length(link_text) <= 64),
  device_id bigint,
  read_at timestamptz,
  created_at timestamptz not null,
  constraint made_of_one_thing check ((outbox_id is null) <> (notice_id is null))
);

create unique index messages_notice on messages (notice_id, user_id) where notice_id is not null;
create index messages_list on messages (user_id, message_type, created_at desc, id desc);
create index messages_age on messages (created_at);

-- How many are unread. Whoever adds, reads or deletes messages of a user holds that user's row first, so the numbers are
-- always those that counting would give.
create table message_counts (
  user_id bigint primary key references users (id),
  notice integer not null default 0 check (notice >= 0),
  renewal integer not null default 0 check (renewal >= 0),
  transfer integer not null default 0 check (transfer >= 0),
  creation integer not null default 0 check (creation >= 0),
  settlement integer not null default 0 check (settlement >= 0),
  authentication integer not null default 0 check (authentication >= 0),
  examine integer not null default 0 check (examine >= 0),
  signcontract integer not null default 0 check (signcontract >= 0),
  security integer not null default 0 check (security >= 0),
  -- By type: all messages up to this one are read, whatever their own rows say. Reading all of them is one write.
  read_to bigint[] not null default '{0,0,0,0,0}' check (array_length(read_to, 1) = 5),
  -- Messages of one user have moments that grow, so that a page begun earlier never moves.
  last_message_at timestamptz not null default 'epoch'
);

-- How messages of a type reach their user beside the message centre.
create table message_settings (
  user_id bigint not null references users (id),
  message_type smallint not null check (message_type between 1 and 5),
  is_subscribed boolean not null default false,
  -- The messaging app brings one message for each time that the user agreed.
  subscriptions_left integer not null default 0 check (subscriptions_left >= 0),
  is_sent_by_sms boolean not null default false,
  primary key (user_id, message_type)
);

-- A message on its way outside. Who sends it says so before, and therefore never sends it twice.
create table message_sends (
  message_id bigint not null references messages (id) on delete cascade,
  way text not null check (way in ('subscription', 'sms')),
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'refused', 'unknown')),
  tries smallint not null default 0,
  -- When it is due, while it waits; when it was last touched afterwards.
  due_at timestamptz not null,
  primary key (message_id, way)
);

create index message_sends_open on message_sends (due_at) where state in ('waiting', 'sending');

-- Where somebody has logged in from, as a hash of what their client told: a login from another place is told to them.
create table login_places (
  user_id bigint not null references users (id),
  place bytea not null check (octet_length(place) = 16),
  first_at timestamptz not null,
  primary key (user_id, place)
);
