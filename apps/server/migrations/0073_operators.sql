-- People who run the business. Rights follow from the role, by the contract's table.
create table operators (
  id bigint generated always as identity primary key,
  name text not null unique check (name ~ '^[a-z][a-z0-9._-]{1,31}$'),
  role text not null check (role in ('owner', 'support', 'finance', 'catalogue', 'readonly')),
  password_hash text not null,
  must_change_password boolean not null default true,
  -- Sealed; enrolled once it was confirmed.
  totp_secret text,
  totp_confirmed_at timestamptz,
  -- Last time step that was accepted: it and earlier ones are refused.
  totp_step bigint not null default 0,
  disabled_at timestamptz,
  created_at timestamptz not null,
  last_login_at timestamptz,
  constraint confirmed_with_secret check (totp_confirmed_at is null or totp_secret is not null)
);

create table operator_sessions (
  id bigint generated always as identity primary key,
  operator_id bigint not null references operators (id),
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  -- Second factor given.
  proved_at timestamptz,
  ended_at timestamptz,
  -- Hash of the address block.
  origin bytea not null,
  browser text not null default '',
  address text not null default ''
);

create index operator_sessions_operator on operator_sessions (operator_id, id);

create table operator_recovery_codes (
  operator_id bigint not null references operators (id),
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  primary key (operator_id, code_hash)
);

-- Wrong passwords and second factors, by subject and origin; an empty origin counts all of them.
create table operator_failures (
  subject text not null check (length(subject) between 1 and 96),
  origin bytea not null,
  failures integer not null check (failures >= 0),
  window_ends_at timestamptz not null,
  primary key (subject, origin)
);

-- Every change by an operator. No operator: the configured token, or a command.
create table operator_audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  operator_id bigint references operators (id),
  operator_name text not null,
  role text not null,
  call text not null,
  subject text not null check (length(subject) <= 200),
  before jsonb,
  after jsonb,
  outcome text not null check (outcome in ('done', 'refused')),
  address text not null default ''
);

create index operator_audit_at on operator_audit (at);
create index operator_audit_operator on operator_audit (operator_id, id);
create index operator_audit_call on operator_audit (call, id);
create index operator_audit_subject on operator_audit (subject, id);
create index operator_audit_refused on operator_audit (operator_name, at) where outcome = 'refused';

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of the audit log are only added' using errcode = 'restrict_violation';
end $$;

create trigger operator_audit_stays before update or delete on operator_audit
  for each row execute function refuse_audit_change();
create trigger operator_audit_stays_whole before truncate on operator_audit
  for each statement execute function refuse_audit_change();
