-- Pictures of activities and agreements, uploaded by operators; the name is a part of their address.
create table content_pictures (
  name text primary key check (name ~ '^[0-9a-f]{32}\.(png|jpg|webp)$'),
  size_bytes integer not null check (size_bytes > 0),
  created_at timestamptz not null
);

create index content_pictures_created on content_pictures (created_at, name);
