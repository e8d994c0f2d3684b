-- Latest test of each part of the set-up, by an operator.

create table setup_tests (
  part text primary key check (part in ('sms', 'alipay', 'wechatPay', 'storage', 'phones')),
  is_ok boolean not null,
  text text not null check (length(text) <= 200),
  operator_name text not null,
  tested_at timestamptz not null
);
