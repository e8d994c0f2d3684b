-- Erasing people and forgetting what they had done, one by one: a failure concerns one of them.

-- When it is tried again: those that fail come after those that were not tried yet, later each time.
alter table account_deletions
  add column attempts integer not null default 0 check (attempts >= 0),
  add column next_try_at timestamptz;
update account_deletions set next_try_at = erases_at;
alter table account_deletions alter column next_try_at set not null;
drop index account_deletions_due;
create index account_deletions_due on account_deletions (next_try_at, user_id);

-- A task that is forgotten takes its parts with it, and nothing else.
alter table tasks drop constraint tasks_retry_of_fkey;
alter table tasks add constraint tasks_retry_of_fkey
  foreign key (retry_of) references tasks (id) on delete set null;
alter table task_parts drop constraint task_parts_task_id_fkey;
alter table task_parts add constraint task_parts_task_id_fkey
  foreign key (task_id) references tasks (id) on delete cascade;
alter table device_changes drop constraint device_changes_task_id_fkey;
alter table device_changes add constraint device_changes_task_id_fkey
  foreign key (task_id) references tasks (id) on delete set null;
create index device_changes_task on device_changes (task_id) where task_id is not null;
create index tasks_ended on tasks (ended_at) where ended_at is not null;
create index task_parts_device on task_parts (device_id);

-- Orders are kept for good, and the names that people give their phones are not: a renewal does not name its phone.
update orders set title = '云手机续费' where kind = 'renew' and title !~ '^云手机续费( × [0-9]+)?$';

-- Lists of people who have left are closed and say nothing of them.
update big_user_lists set title = '已注销用户', closed_at = coalesce(closed_at, now())
from users where users.id = user_id and users.erased_at is not null;
