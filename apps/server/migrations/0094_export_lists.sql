-- More lists can be exported: the contract names them.
alter table operator_exports drop constraint operator_exports_list_check;
