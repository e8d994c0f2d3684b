-- What people are told. An event is written with what it tells about, and becomes a message afterwards.

create table outbox (
  id bigint generated always as identity primary key,
  -- The same thing told twice has the same key, and stands here once.
  key text not null unique check (length(key) between 1 and 200),
  event text not null,
  user_id bigint not null references users (id),
  facts jsonb not null,
  created_at timestamptz not null,
  delivered_at timestamptz,
  -- Why no message could be made of it.
  failure text
);

-- Read user by user: a storm for one of them does not stand before everybody else.
create index outbox_waiting on outbox (user_id, id) where delivered_at is null;
create index outbox_delivered on outbox (delivered_at) where delivered_at is not null;
