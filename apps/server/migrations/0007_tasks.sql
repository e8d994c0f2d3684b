-- Long work that a person can follow: one task, with a part for each of its devices.

create table tasks (
  id bigint generated always as identity primary key,
  -- Who asked for it, or the owner of the device where nobody did.
  owner_id bigint not null references users (id),
  kind text not null check (length(kind) between 1 and 32),
  -- How its parts stand together, kept so that lists need not look at them.
  state text not null default 'waiting'
    check (state in ('waiting', 'working', 'succeeded', 'failed', 'interrupted')),
  -- A task is tried again once: trying again after that is about the newer one.
  retry_of bigint unique references tasks (id),
  created_at timestamptz not null,
  deadline_at timestamptz not null,
  ended_at timestamptz,
  constraint over_when_ended check ((state in ('waiting', 'working')) = (ended_at is null))
);

create index tasks_owner on tasks (owner_id, id);
create index tasks_active on tasks (owner_id, id) where ended_at is null;
create index tasks_unsuccessful on tasks (owner_id, id) where state in ('failed', 'interrupted');

create table task_parts (
  id bigint generated always as identity primary key,
  task_id bigint not null references tasks (id),
  device_id bigint not null references devices (id),
  -- As it was called then: the device may be renamed, or somebody else's, by the time that this is read.
  device_name text not null,
  -- The stay in a state that this work ends, and the state that the device was in before.
  device_state_count integer not null,
  device_state_before text not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'working', 'succeeded', 'failed', 'interrupted')),
  direction text not null default 'forward' check (direction in ('forward', 'back')),
  -- Forward: the step that comes next. Back: how many steps are still to be undone.
  step smallint not null default 0 check (step >= 0),
  -- What the steps have told each other.
  data jsonb not null default '{}',
  progress smallint not null default 0 check (progress between 0 and 100),
  -- Counts who has taken it up: a worker that was given up for dead writes with an old number, and so nothing.
  attempt integer not null default 0 check (attempt >= 0),
  is_cancelled boolean not null default false,
  -- What it ends as when everything is undone.
  ends_as text check (ends_as in ('failed', 'interrupted')),
  reason text not null default '' check (length(reason) <= 512),
  deadline_at timestamptz not null,
  ended_at timestamptz,
  unique (task_id, device_id),
  constraint part_over_when_ended check ((state in ('waiting', 'working')) = (ended_at is null)),
  constraint back_has_an_end check (direction = 'forward' or ends_as is not null)
);

-- One task at a time for each device, whatever else goes wrong.
create unique index task_parts_one_per_device on task_parts (device_id) where ended_at is null;
create index task_parts_deadline on task_parts (deadline_at) where ended_at is null;

-- Who is shown things as they happen must stop seeing them when the login ends: the rows themselves tell which.
create function announce_ended_session() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_ended', old.id::text);
  return null;
end $$;

create trigger sessions_ended after update of revoked_at on sessions
  for each row when (old.revoked_at is null and new.revoked_at is not null)
  execute function announce_ended_session();
create trigger sessions_removed after delete on sessions
  for each row when (old.revoked_at is null)
  execute function announce_ended_session();

create function announce_frozen_user() returns trigger language plpgsql as $$
begin
  perform pg_notify('user_frozen', old.id::text);
  return null;
end $$;

create trigger users_frozen after update of frozen_at on users
  for each row when (old.frozen_at is null and new.frozen_at is not null)
  execute function announce_frozen_user();
