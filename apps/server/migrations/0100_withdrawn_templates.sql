-- Coupons of a withdrawn template stay invalid, also those that an order held meanwhile.
alter table coupon_templates add column withdrawn_at timestamptz;
