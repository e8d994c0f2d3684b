-- The ledger can be exported, too.
alter table operator_exports drop constraint operator_exports_list_check;
alter table operator_exports add check (list in ('users', 'orders', 'devices', 'ledger', 'person'));
