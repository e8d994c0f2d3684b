-- A resume ticket stands for an open screen, from the opening of its socket to the end of it.
alter table stream_tickets
  add column kind text not null default 'entry' check (kind in ('entry', 'resume')),
  add column closed_at timestamptz;

create index stream_tickets_user on stream_tickets (user_id) where used_at is null and closed_at is null;
