-- Answers to common questions. The key names an article that ships with the product; an operator's own has none.
create table service_articles (
  id bigint generated always as identity primary key,
  key text unique check (length(key) between 1 and 64),
  category text not null check (length(category) between 1 and 32),
  title text not null check (length(title) between 1 and 64),
  keywords text not null default '' check (length(keywords) <= 200),
  body text not null check (length(body) between 1 and 4000),
  position integer not null default 0,
  is_published boolean not null default false,
  helpful_count integer not null default 0 check (helpful_count >= 0),
  unhelpful_count integer not null default 0 check (unhelpful_count >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index service_articles_order on service_articles (position, id) where is_published;

-- The counts stay when a voter is erased.
create table service_article_votes (
  article_id bigint not null references service_articles (id) on delete cascade,
  user_id bigint not null references users (id),
  is_helpful boolean not null,
  voted_at timestamptz not null,
  primary key (article_id, user_id)
);

create index service_article_votes_user on service_article_votes (user_id);

create table service_tickets (
  id bigint generated always as identity primary key,
  -- Null for somebody without an account, who has proved the number.
  user_id bigint references users (id),
  contact_phone text check (length(contact_phone) between 1 and 20),
  kind text not null check (length(kind) between 1 and 32),
  title text not null check (length(title) between 1 and 64),
  state text not null check (length(state) between 1 and 32),
  -- State of the device, task, stream and order when the ticket was opened, read by the server.
  context jsonb not null default '{}',
  -- An answer is due; null while the customer has the word, and where no working hours are set.
  due_at timestamptz,
  -- Closes by itself; null while an answer is due.
  closes_at timestamptz,
  is_unread boolean not null default false,
  assignee text not null default '' check (length(assignee) <= 64),
  rating smallint check (rating between 1 and 5),
  rating_words text not null default '' check (length(rating_words) <= 512),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  closed_at timestamptz,
  check (user_id is not null or contact_phone is not null),
  check ((closed_at is not null) = (state = 'closed'))
);

create index service_tickets_user on service_tickets (user_id, updated_at desc, id desc) where user_id is not null;
create index service_tickets_contact on service_tickets (contact_phone, id) where contact_phone is not null;
create index service_tickets_state on service_tickets (state, due_at, id);
create index service_tickets_closes on service_tickets (closes_at, id) where closes_at is not null;
create index service_tickets_closed on service_tickets (closed_at, id) where closed_at is not null;

create table service_replies (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references service_tickets (id) on delete cascade,
  -- A note is seen by operators only.
  author text not null check (author in ('customer', 'operator', 'note')),
  operator_name text not null default '' check (length(operator_name) <= 64),
  content text not null check (length(content) between 1 and 1000),
  created_at timestamptz not null
);

create index service_replies_ticket on service_replies (ticket_id, id);

-- Pictures of customers; one without a reply was uploaded and not sent.
create table service_pictures (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  user_id bigint not null references users (id),
  ticket_id bigint references service_tickets (id),
  reply_id bigint references service_replies (id),
  position integer not null default 0,
  type text not null check (type in ('png', 'jpeg', 'webp')),
  size_bytes integer not null check (size_bytes > 0),
  created_at timestamptz not null,
  check ((ticket_id is null) = (reply_id is null))
);

create index service_pictures_user on service_pictures (user_id);
create index service_pictures_ticket on service_pictures (ticket_id) where ticket_id is not null;
create index service_pictures_reply on service_pictures (reply_id) where reply_id is not null;
create index service_pictures_unused on service_pictures (created_at, id) where ticket_id is null;

alter table upload_quotas drop constraint upload_quotas_kind_check;
alter table upload_quotas add constraint upload_quotas_kind_check check (kind in ('avatar', 'verification', 'ticket'));

-- Figures of a screen, counted by the gateway; zero until it is closed.
alter table stream_tickets
  add column sent_frames integer not null default 0,
  add column skipped_frames integer not null default 0,
  add column sent_bytes bigint not null default 0;

create index stream_tickets_figures on stream_tickets (user_id, device_id, created_at desc) where kind = 'resume';
