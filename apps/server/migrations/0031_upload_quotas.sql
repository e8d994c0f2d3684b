-- What an account has uploaded on one day of Chinese time, by kind.
create table upload_quotas (
  user_id bigint not null references users (id),
  kind text not null check (kind in ('avatar', 'verification')),
  day date not null,
  uploads integer not null check (uploads > 0),
  bytes bigint not null check (bytes >= 0),
  primary key (user_id, kind, day)
);

create index upload_quotas_day on upload_quotas (day);

-- Of pictures from before, what they may be at most.
alter table verification_pictures add column size_bytes integer not null default 4194304 check (size_bytes >= 0);
alter table verification_pictures alter column size_bytes drop default;
