-- Trials that operators gave back, with the reason: the claim itself is deleted with its marks.
create table trial_returns (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  operator_name text not null check (length(operator_name) between 1 and 64),
  reason text not null check (length(reason) between 1 and 200),
  returned_at timestamptz not null
);

create index trial_returns_user on trial_returns (user_id);
