-- One row per key: its answer is written in the transaction of the effect itself.

create table idempotency_keys (
  user_id bigint not null references users (id),
  call_path text not null,
  key text not null check (length(key) between 8 and 128),
  request_hash bytea not null check (octet_length(request_hash) = 32),
  answer jsonb,
  created_at timestamptz not null,
  primary key (user_id, call_path, key)
);

create index idempotency_keys_age on idempotency_keys (created_at);
