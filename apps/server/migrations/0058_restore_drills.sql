-- Restore drills under way: the spare phone and its unit of stock. A row outlives its backup, so that both are given back
-- when the backup or the account is erased, or the device moves to another zone meanwhile.
create table restore_drills (
  id bigint primary key generated always as identity,
  backup_id bigint not null unique,
  device_id bigint not null,
  supplier_type smallint not null check (supplier_type between 1 and 7),
  zone_id bigint not null,
  config_id bigint not null,
  phone_id text not null unique,
  began_at timestamptz not null
);
create index restore_drills_began on restore_drills (began_at);
insert into restore_drills (backup_id, device_id, supplier_type, zone_id, config_id, phone_id, began_at)
  select b.id, d.id, d.supplier_type, d.zone_id, d.config_id,
    'drill-' || b.id || '-' || floor(extract(epoch from b.drilling_since) * 1000)::bigint, b.drilling_since
  from backups b join devices d on d.id = b.device_id
  where b.drilling_since is not null and d.config_id is not null;
drop index backups_drill_due;
alter table backups drop column drilling_since;
create index backups_drill_due on backups (drill_at nulls first, id) where state = 'complete';
