-- Support views of a customer's screen. An accepted request is a view-only share of the device; its right ends
-- with the share, whoever or whatever ends that.

create table support_views (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices (id),
  owner_id bigint not null references users (id),
  operator_name text not null,
  reason text not null check (length(reason) between 1 and 200),
  minutes smallint not null check (minutes in (15, 30, 60)),
  answer text check (answer in ('accepted', 'refused', 'withdrawn')),
  share_id bigint unique references device_shares (id) on delete set null,
  requested_at timestamptz not null,
  answered_at timestamptz,
  ends_at timestamptz not null,
  stopped_at timestamptz,
  constraint answered_once check ((answer is null) = (answered_at is null))
);

create index support_views_device on support_views (device_id, id);
create index support_views_owner on support_views (owner_id, id);
