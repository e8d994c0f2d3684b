-- A phone that is detached while it holds the data of its last customer keeps its row until it has been erased.
alter table attached_phones add column detached_at timestamptz;
alter table attached_phones add constraint detached_until_erased check (detached_at is null or is_erasing);
