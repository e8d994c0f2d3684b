-- Tickets are assigned to operators, whose names may change; the text stays for names that are no operator's, such as those
-- given with the configured token.
alter table service_tickets add column assignee_id bigint references operators (id);

update service_tickets t set assignee_id = o.id, assignee = '' from operators o where t.assignee = o.name;

update service_tickets t set assignee_id = o.id, assignee = ''
from (
  select display_name, min(id) as id from operators where display_name <> '' group by display_name having count(*) = 1
) o
where t.assignee_id is null and t.assignee = o.display_name;

alter table service_tickets add check (assignee_id is null or assignee = '');

create index service_tickets_assignee on service_tickets (assignee_id) where assignee_id is not null;

-- Answers of operators' writes by key, as idempotency_keys has them of users. 0: the configured token.
create table operator_idempotency_keys (
  operator_id bigint not null,
  call_path text not null,
  key text not null check (length(key) between 8 and 128),
  request_hash bytea not null check (octet_length(request_hash) = 32),
  answer jsonb,
  created_at timestamptz not null,
  primary key (operator_id, call_path, key)
);

create index operator_idempotency_keys_age on operator_idempotency_keys (created_at);
