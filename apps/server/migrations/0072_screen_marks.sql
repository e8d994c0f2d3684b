-- The viewer's masked number and the time over every live screen of the account.
alter table users add column has_screen_mark boolean not null default false;
