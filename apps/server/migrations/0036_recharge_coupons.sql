-- What a coupon pays for a recharge is no bonus of the pack. Entries from before keep their reason: a ledger is only added to.
alter table ledger_entries drop constraint ledger_entries_reason_check;
alter table ledger_entries add constraint ledger_entries_reason_check check (reason in (
  'recharge', 'bonus', 'firstRechargeCoupon', 'rechargeCoupon', 'orderPayment', 'orderRefund', 'metering', 'autoRenew',
  'zoneChange', 'adjustment', 'givenUp'
));
