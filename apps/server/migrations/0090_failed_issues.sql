-- Issues of coupons whose job was given up.
alter table coupon_issues drop constraint coupon_issues_state_check;
alter table coupon_issues add check (state in ('planned', 'running', 'done', 'failed', 'withdrawn'));
create index coupon_issues_running on coupon_issues (id) where state = 'running';
create index operator_exports_waiting on operator_exports (id) where state = 'waiting';
