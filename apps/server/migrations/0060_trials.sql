-- Trial phones: free, for thirty minutes, once for each person.
alter table devices add column is_trial boolean not null default false;

-- Running trials of a zone are counted before each claim.
create index devices_trials on devices (zone_id, config_id) where is_trial and state <> 'released';

create table trials (
  id bigint generated always as identity primary key,
  user_id bigint not null unique references users (id),
  device_id bigint not null unique references devices (id),
  claimed_at timestamptz not null,
  -- When the phone could be used; null until then.
  started_at timestamptz
);

-- Keyed hashes of what tells a person: phone number, identity card, client. They outlive the account for a year.
create table trial_marks (
  mark bytea primary key check (length(mark) = 32),
  trial_id bigint not null references trials (id) on delete cascade
);

create index trial_marks_trial on trial_marks (trial_id);

-- Users who have seen the first-run tour or left it: it never comes back unasked.
create table guide_ends (
  user_id bigint primary key references users (id),
  ended_at timestamptz not null
);

-- A wait for a trial phone is told when a trial is free, not when one can be bought.
alter table stock_waits add column is_for_trial boolean not null default false;
alter table stock_waits drop constraint stock_waits_user_id_config_id_zone_id_key;
alter table stock_waits add constraint stock_waits_once
  unique nulls not distinct (user_id, config_id, zone_id, is_for_trial);
