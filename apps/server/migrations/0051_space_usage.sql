-- Bytes that each account keeps. Files and backups count against its quota; the trash and last-chance backups are counted
-- apart. An account without a row keeps nothing.
create table space_usage (
  user_id bigint primary key references users (id),
  file_bytes bigint not null default 0 check (file_bytes >= 0),
  backup_bytes bigint not null default 0 check (backup_bytes >= 0),
  trash_bytes bigint not null default 0 check (trash_bytes >= 0),
  last_chance_bytes bigint not null default 0 check (last_chance_bytes >= 0),
  -- Since when files and backups exceed the quota, as the periodic job has seen it; null while they fit.
  over_since timestamptz
);
