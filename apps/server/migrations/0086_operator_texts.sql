-- Name under which customers read an operator's answers; empty: the operator's own.
alter table operators add column display_name text not null default '' check (length(display_name) <= 32);

create table canned_answers (
  id bigint generated always as identity primary key,
  title text not null check (length(title) between 1 and 64),
  content text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- Announcements for a later time, and for some of the customers.
alter table notices add column segment jsonb;
alter table notices add column started_at timestamptz;
alter table notices add column cancelled_at timestamptz;
update notices set started_at = published_at;
create index notices_due on notices (published_at) where started_at is null and cancelled_at is null;
