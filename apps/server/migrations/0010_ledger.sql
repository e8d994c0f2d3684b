-- Money as double entry: every row takes from one account what it gives to another, so all accounts together are always
-- zero. A bean is a cent, so one unit serves beans and balance alike.

create table ledger_accounts (
  id bigint generated always as identity primary key,
  -- Whose it is; our own books when absent.
  user_id bigint references users (id),
  kind text not null,
  -- Kept for users only: one row that every order of the shop changed would make all of them wait for each other.
  balance_cents bigint,
  -- Promised to something that is under way, and not to be spent meanwhile.
  held_cents bigint not null default 0,
  unique nulls not distinct (user_id, kind),
  constraint kinds check (
    case when user_id is null
      then kind in ('alipay', 'wechat', 'ios', 'revenue', 'refunds', 'promotion', 'adjustment') and balance_cents is null
      else kind in ('beans', 'balance') and balance_cents is not null
    end
  ),
  -- Nobody spends what they do not have, whatever the code above believes.
  constraint nothing_is_overdrawn check (held_cents >= 0 and (balance_cents is null or balance_cents >= held_cents))
);

insert into ledger_accounts (kind) values
  ('alipay'), ('wechat'), ('ios'), ('revenue'), ('refunds'), ('promotion'), ('adjustment');

create table ledger_entries (
  id bigint generated always as identity primary key,
  -- What it is for, in a form that cannot be written twice.
  key text not null unique check (length(key) between 3 and 128),
  reason text not null check (reason in (
    'recharge', 'bonus', 'orderPayment', 'orderRefund', 'metering', 'autoRenew', 'zoneChange', 'adjustment', 'givenUp'
  )),
  from_account_id bigint not null references ledger_accounts (id),
  to_account_id bigint not null references ledger_accounts (id),
  amount_cents bigint not null check (amount_cents > 0),
  -- What a user's account held right after it: the running balance of the statement.
  from_balance_cents bigint,
  to_balance_cents bigint,
  order_id bigint,
  device_id bigint,
  created_at timestamptz not null,
  constraint moves_somewhere check (from_account_id <> to_account_id)
);

create index ledger_entries_from on ledger_entries (from_account_id, id);
create index ledger_entries_to on ledger_entries (to_account_id, id);
create index ledger_entries_order on ledger_entries (order_id) where order_id is not null;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'entries of the ledger are only added' using errcode = 'restrict_violation';
end $$;

create trigger ledger_entries_stay before update or delete on ledger_entries
  for each row execute function refuse_change();
create trigger ledger_entries_stay_all before truncate on ledger_entries
  for each statement execute function refuse_change();

create table ledger_holds (
  id bigint generated always as identity primary key,
  key text not null unique check (length(key) between 3 and 128),
  account_id bigint not null references ledger_accounts (id),
  amount_cents bigint not null check (amount_cents > 0),
  state text not null check (state in ('held', 'taken', 'released')),
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint ends_once check ((state = 'held') = (ended_at is null))
);

create index ledger_holds_open on ledger_holds (account_id) where state = 'held';
