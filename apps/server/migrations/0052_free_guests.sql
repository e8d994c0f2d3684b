-- Accounts of guests are used again: deleting one would search every table that refers to accounts.
alter table users
  add column is_free_guest boolean not null default false,
  add check (is_guest or not is_free_guest);

create index users_free_guest on users (id) where is_free_guest;

create function free_guest() returns trigger language plpgsql as $$
begin
  update users set is_free_guest = true where id = old.guest_id and is_guest;
  return null;
end $$;

create trigger device_shares_guest after delete on device_shares for each row execute function free_guest();

-- Ended shares are found by the end of their right.
create index device_grants_share_end on device_grants (expires_at) where share_id is not null;
