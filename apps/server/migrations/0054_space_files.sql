-- Content of files: one row for each different content of an owner, counted once, as a file or as trash.
create table space_objects (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  user_id bigint not null references users (id),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  size_bytes bigint not null check (size_bytes > 0),
  counted_as text not null check (counted_as in ('file', 'trash')),
  unique (user_id, sha256)
);

create table space_files (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  user_id bigint not null references users (id),
  object_id text not null references space_objects (id),
  name text not null check (length(name) between 1 and 255),
  kind text not null,
  created_at timestamptz not null,
  trashed_at timestamptz
);
create unique index space_files_name on space_files (user_id, lower(name)) where trashed_at is null;
create index space_files_user on space_files (user_id, created_at, id);
create index space_files_object on space_files (object_id);
create index space_files_trashed on space_files (trashed_at, id) where trashed_at is not null;

-- Uploads under way. The announced size is charged as a file until the upload ends.
create table space_uploads (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  user_id bigint not null references users (id),
  name text not null check (length(name) between 1 and 255),
  size_bytes bigint not null check (size_bytes > 0),
  offset_bytes bigint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check (offset_bytes between 0 and size_bytes)
);
create index space_uploads_user on space_uploads (user_id, created_at);
create index space_uploads_expires on space_uploads (expires_at, id);

-- Stored pieces of uploads and of contents, in the order of their positions. The row is written before the piece and has a
-- size after it. A piece of neither is garbage.
create table space_parts (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  user_id bigint not null references users (id),
  upload_id text references space_uploads (id) on delete set null,
  object_id text references space_objects (id) on delete set null,
  position bigint not null check (position >= 0),
  size_bytes bigint not null default 0 check (size_bytes >= 0),
  created_at timestamptz not null,
  check (num_nonnulls(upload_id, object_id) <= 1)
);
create index space_parts_upload on space_parts (upload_id, position) where upload_id is not null;
create index space_parts_object on space_parts (object_id, position) where object_id is not null;
create index space_parts_user on space_parts (user_id);
create index space_parts_garbage on space_parts (created_at, id) where upload_id is null and object_id is null;
