-- Work beside the use of a device, such as installing an app: the device stays running, and takes any number of such tasks.
alter table task_parts add column is_beside boolean not null default false;
drop index task_parts_one_per_device;
create unique index task_parts_one_per_device on task_parts (device_id) where ended_at is null and not is_beside;

-- What a task is about, in words for its owner and as arguments for its steps.
alter table tasks add column subject text not null default '' check (length(subject) <= 200);
alter table tasks add column input jsonb not null default '{}';

-- Uploaded files that wait to be sent to phones. The row is written before the content, and is complete after it.
create table app_files (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  user_id bigint not null references users (id),
  name text not null check (length(name) between 1 and 255),
  size_bytes bigint not null check (size_bytes >= 0),
  is_complete boolean not null default false,
  created_at timestamptz not null
);
create index app_files_user on app_files (user_id, created_at);
create index app_files_created on app_files (created_at, id);

-- Apps that start again after each start of the phone. The boot mark is that of the last start that was seen; before the
-- first look there is none. The state count is that of the device when it was looked at.
create table kept_alive_apps (
  device_id bigint not null references devices (id),
  package_name text not null check (length(package_name) <= 255),
  boot_mark text,
  seen_state_count integer not null default -1,
  primary key (device_id, package_name)
);
