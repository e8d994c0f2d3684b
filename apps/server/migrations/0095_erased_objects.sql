-- Objects of erased accounts, written with the erasure and deleted after it.
create table erased_objects (
  key text primary key
);
