-- Operators' tickets in the order of their list: those that are due first, then the newest of the others.
create index service_tickets_queue on service_tickets ((state <> 'open'), due_at, updated_at desc, id);

-- Rented phones of each zone are counted in the index alone, without a look at their states.
create index devices_rented on devices (zone_id, supplier_type) where state not in ('creating', 'expired', 'released');
