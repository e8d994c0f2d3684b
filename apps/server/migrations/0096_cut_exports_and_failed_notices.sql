-- Exports that end at the limit of rows although their list goes on.
alter table operator_exports add column is_cut boolean not null default false;

-- Notices whose job was given up.
alter table notices add column failed_at timestamptz;
create index notices_sending on notices (id)
  where started_at is not null and ended_at is null and cancelled_at is null and failed_at is null;
