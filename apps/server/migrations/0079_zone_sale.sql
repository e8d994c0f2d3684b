-- Order of zones, and whether their stock is for sale. Devices of a closed zone go on as before.

alter table zones add column position integer not null default 0;
alter table zones add column is_open boolean not null default true;
