-- A picture without an account was uploaded by an operator.
alter table service_pictures alter column user_id drop not null;

-- Last note by SMS about an answer, to a number without a login; empty again when its owner writes.
alter table service_tickets add column contact_noticed_at timestamptz;

create index service_tickets_unread on service_tickets (user_id) where is_unread;
