-- Every way into an account, and what a person keeps in it.

-- An erased account keeps its number, so that what must be kept can still point at it.
alter table users add column erased_at timestamptz;

-- Where a login came from, as its client told it.
alter table sessions
  add column terminal_type text not null default '' check (length(terminal_type) <= 64),
  add column client_type text not null default '' check (length(client_type) <= 64),
  add column device_name text not null default '' check (length(device_name) <= 200),
  add column address text not null default '' check (length(address) <= 64);

-- One live code for a number and a purpose. The code itself is never stored.
create table sms_codes (
  mobile_phone text not null,
  purpose text not null,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  tries integer not null default 0 check (tries >= 0),
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (mobile_phone, purpose)
);

create index sms_codes_expiry on sms_codes (expires_at);

-- What a number, or an address, has had on one day of Chinese time.
create table sms_quotas (
  subject text not null,
  day date not null,
  sent integer not null check (sent >= 0),
  primary key (subject, day)
);

create table messaging_accounts (
  app_id text not null,
  openid text not null check (length(openid) between 1 and 64),
  unionid text,
  user_id bigint not null references users (id),
  created_at timestamptz not null,
  primary key (app_id, openid)
);

create index messaging_accounts_user on messaging_accounts (user_id);
create index messaging_accounts_union on messaging_accounts (unionid) where unionid is not null;

create table work_types (
  user_id bigint not null references users (id),
  position integer not null,
  industry_id integer not null,
  worktype_id integer not null,
  primary key (user_id, industry_id, worktype_id)
);

create table verification_pictures (
  id text primary key check (id ~ '^[a-f0-9]{32}$'),
  user_id bigint not null references users (id),
  created_at timestamptz not null
);

create index verification_pictures_user on verification_pictures (user_id);

-- Requests of one person or company. The last one counts; the user's row holds its outcome.
create table verifications (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  kind smallint not null check (kind in (1, 2)),
  status smallint not null check (status between 1 and 3),
  name text not null check (length(name) between 1 and 64),
  number text not null check (length(number) between 15 and 18),
  legal_person text not null default '',
  nation text not null default '',
  detail_address text not null default '',
  picture_ids text[] not null default '{}',
  reason text not null default '',
  submitted_at timestamptz not null,
  decided_at timestamptz,
  constraint decided_when_not_waiting check ((status = 1) = (decided_at is null))
);

create unique index verifications_waiting on verifications (user_id, kind) where status = 1;
create index verifications_user on verifications (user_id, kind, id);
create index verifications_queue on verifications (submitted_at, id) where status = 1;

create table account_deletions (
  user_id bigint primary key references users (id),
  requested_at timestamptz not null,
  erases_at timestamptz not null
);

create index account_deletions_due on account_deletions (erases_at);

create table invites (
  user_id bigint primary key references users (id),
  inviter_id bigint not null references users (id),
  invite_type text not null,
  created_at timestamptz not null,
  constraint nobody_invites_themselves check (user_id <> inviter_id)
);
