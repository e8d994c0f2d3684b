-- Each code that gave a phone time is a purchase of its own, with its own beginning, also where two were bought together.

alter table order_devices add column code_id bigint references activation_codes (id);
alter table order_devices drop constraint order_devices_pkey;
alter table order_devices add constraint order_devices_once unique nulls not distinct (order_id, device_id, code_id);
