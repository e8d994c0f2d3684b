-- The task that carries a move out, and the phone that it gets: an open move without a task is ended, and its phone erased.
alter table device_moves
  add column task_id bigint references tasks (id) on delete set null,
  add column phone_id text;
create index device_moves_task on device_moves (task_id) where task_id is not null;
update device_moves m set task_id = p.task_id, phone_id = format('device-%s-%s', p.device_id, p.device_state_count)
from task_parts p join tasks t on t.id = p.task_id
where m.ended_at is null and p.device_id = m.device_id and p.ended_at is null and t.kind in ('replaceDevice', 'changeZone');
