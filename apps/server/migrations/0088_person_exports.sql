-- Exports of all data of one customer, beside those of lists; deleted when the account is erased.
alter table operator_exports add column user_id bigint references users (id);
alter table operator_exports drop constraint operator_exports_list_check;
alter table operator_exports add check (list in ('users', 'orders', 'devices', 'person'));
alter table operator_exports add check ((list = 'person') = (user_id is not null));
create index operator_exports_user on operator_exports (user_id, id) where user_id is not null;
