-- Counts of a zone's devices by state are read from the index alone.
drop index devices_zone;
create index devices_zone on devices (zone_id, supplier_type, state);
