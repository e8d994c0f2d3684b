-- Backups of phones. What they hold lies in packs of blocks, which backups of one account share.
create table backups (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  device_id bigint not null references devices (id),
  device_name text not null,
  state text not null check (state in ('making', 'complete', 'failed', 'trashed')),
  origin text not null check (origin in ('manual', 'schedule', 'lastChance')),
  note text not null default '' check (length(note) <= 140),
  -- Why it failed, in words.
  reason text not null default '',
  -- The part of the task that makes it, and the attempt that may write: a worker that was given up for dead writes nothing.
  part_id bigint not null unique,
  attempt integer not null,
  contents jsonb,
  -- Root of the list of its blocks; null while it is being made.
  manifest bytea,
  raw_bytes bigint not null default 0,
  -- Bytes of packs that were written for it.
  stored_bytes bigint not null default 0,
  created_at timestamptz not null,
  ended_at timestamptz,
  trashed_at timestamptz,
  -- End of its time in the trash, or of a last-chance backup.
  delete_at timestamptz,
  -- The last restore drill: when, and what was found.
  drill_at timestamptz,
  drill_result text check (drill_result in ('recoverable', 'damaged', 'failed')),
  drill_reason text not null default '',
  check (state <> 'complete' or manifest is not null),
  check ((state = 'trashed') = (trashed_at is not null))
);

create index backups_user on backups (user_id, id desc);
create index backups_device on backups (device_id, id desc);
create unique index backups_making on backups (device_id) where state = 'making';
create index backups_delete on backups (delete_at, id) where delete_at is not null;

create table backup_packs (
  id bigint generated always as identity primary key,
  -- Null once the account is erased.
  user_id bigint references users (id),
  raw_bytes bigint not null check (raw_bytes >= 0),
  stored_bytes bigint not null check (stored_bytes >= 0),
  sha256 text not null,
  -- The account of space_usage that it is charged to; null when no backup uses it and its object is to be deleted.
  charged_as text check (charged_as in ('backup', 'trash', 'lastChance')),
  created_at timestamptz not null
);

create index backup_packs_user on backup_packs (user_id) where user_id is not null;
create index backup_packs_unused on backup_packs (id) where charged_as is null;

-- Written when the pack was read back and compared.
create table backup_blocks (
  pack_id bigint not null references backup_packs (id) on delete cascade,
  hash bytea not null check (length(hash) = 32),
  user_id bigint not null,
  block_offset integer not null,
  block_length integer not null,
  primary key (pack_id, hash)
);

create index backup_blocks_hash on backup_blocks (user_id, hash);

create table backup_pack_uses (
  backup_id bigint not null references backups (id),
  pack_id bigint not null references backup_packs (id),
  -- Raw bytes of the pack that the backup needs.
  used_bytes bigint not null,
  primary key (backup_id, pack_id)
);

create index backup_pack_uses_pack on backup_pack_uses (pack_id);

-- Wishes of an owner about the backups of a device.
create table backup_settings (
  device_id bigint primary key references devices (id),
  user_id bigint not null references users (id),
  -- Complete backups that are kept; older ones go to the trash. 0: all.
  keep_last smallint not null check (keep_last between 0 and 30)
);

create index backup_settings_user on backup_settings (user_id);
