-- What an owner wants done at a time: once, each day or on days of the week, as the calendar is in China.
create table device_schedules (
  id bigint generated always as identity primary key,
  owner_id bigint not null references users (id),
  kind text not null check (length(kind) between 1 and 32),
  package_name text not null default '' check (length(package_name) <= 255),
  app_name text not null default '' check (length(app_name) <= 64),
  target text not null check (target in ('devices', 'group', 'tag')),
  -- Null once the group is deleted.
  group_id bigint references device_groups (id) on delete set null,
  tag text not null default '' check (length(tag) <= 12),
  repeat text not null check (repeat in ('once', 'daily', 'weekly')),
  run_time text not null check (run_time ~ '^[0-2]\d:[0-5]\d$'),
  run_date text not null default '',
  weekdays smallint[] not null default '{}',
  -- Null while it is paused, and after a single run.
  next_at timestamptz,
  paused_at timestamptz,
  -- Consecutive runs that failed, and those without any device.
  failed_runs integer not null default 0,
  empty_runs integer not null default 0,
  told_at timestamptz,
  created_at timestamptz not null,
  check ((repeat = 'once') = (run_date <> '')),
  check ((repeat = 'weekly') = (cardinality(weekdays) > 0)),
  check (paused_at is null or next_at is null)
);

create index device_schedules_owner on device_schedules (owner_id, id);
create index device_schedules_due on device_schedules (next_at, id) where next_at is not null;
create index device_schedules_group on device_schedules (group_id) where group_id is not null;

create table device_schedule_devices (
  schedule_id bigint not null references device_schedules (id) on delete cascade,
  device_id bigint not null references devices (id),
  primary key (schedule_id, device_id)
);

create index device_schedule_devices_device on device_schedule_devices (device_id);

-- One row for each time that a schedule was due: the key keeps two processes, or one that died, from running it twice.
create table device_schedule_runs (
  id bigint generated always as identity primary key,
  schedule_id bigint not null references device_schedules (id) on delete cascade,
  due_at timestamptz not null,
  state text not null check (state in ('open', 'working', 'ended', 'missed')),
  -- Devices are taken in the order of their ids; this one and those before it are done.
  last_device_id bigint not null default 0,
  device_count integer not null default 0,
  done_count integer not null default 0,
  failed_count integer not null default 0,
  reason text not null default '',
  task_id bigint references tasks (id) on delete set null,
  started_at timestamptz not null,
  ended_at timestamptz,
  unique (schedule_id, due_at),
  check ((ended_at is null) = (state in ('open', 'working')))
);

create index device_schedule_runs_open on device_schedule_runs (id) where ended_at is null;
create index device_schedule_runs_task on device_schedule_runs (task_id) where task_id is not null;

-- The run that began a task; its end is told by the schedule.
alter table tasks add column schedule_run_id bigint references device_schedule_runs (id) on delete set null;
create index tasks_schedule_run on tasks (schedule_run_id) where schedule_run_id is not null;
