-- Coupons issued to people or a segment: a dry run, and what became of each of its people.
create table coupon_issues (
  id bigint generated always as identity primary key,
  template_id bigint not null references coupon_templates (id),
  operator_name text not null,
  state text not null default 'planned' check (state in ('planned', 'running', 'done', 'withdrawn')),
  planned_count integer not null check (planned_count >= 0),
  left_out_count integer not null check (left_out_count >= 0),
  issued_count integer not null default 0 check (issued_count >= 0),
  withdrawn_count integer not null default 0 check (withdrawn_count >= 0),
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz
);

create index coupon_issues_template on coupon_issues (template_id, id);
create index coupon_issues_planned on coupon_issues (created_at) where state = 'planned';

create table coupon_issue_users (
  issue_id bigint not null references coupon_issues (id) on delete cascade,
  user_id bigint not null references users (id),
  outcome text not null check (outcome in
    ('planned', 'issued', 'frozen', 'deleting', 'holding', 'limit', 'exhausted', 'gone', 'closed', 'failed')),
  primary key (issue_id, user_id)
);

create index coupon_issue_users_outcome on coupon_issue_users (issue_id, outcome, user_id);
create index coupon_issue_users_user on coupon_issue_users (user_id);

alter table coupons add column issue_id bigint references coupon_issues (id);
create index coupons_issue on coupons (issue_id) where issue_id is not null;

-- Numbers of coupons as changes that are added up, so that no two transactions wait for one counter.
create table coupon_tallies (
  id bigint generated always as identity primary key,
  template_id bigint not null references coupon_templates (id),
  state text not null,
  -- Last day of validity in China; null: no end.
  expires_on date,
  change integer not null
);

create index coupon_tallies_template on coupon_tallies (template_id, id);

insert into coupon_tallies (template_id, state, expires_on, change)
select template_id, state, (expires_at at time zone 'Asia/Shanghai')::date, count(*) from coupons group by 1, 2, 3;

create function tally_coupons() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into coupon_tallies (template_id, state, expires_on, change)
    select template_id, state, (expires_at at time zone 'Asia/Shanghai')::date, -count(*) from old_rows group by 1, 2, 3;
  end if;
  if tg_op <> 'DELETE' then
    insert into coupon_tallies (template_id, state, expires_on, change)
    select template_id, state, (expires_at at time zone 'Asia/Shanghai')::date, count(*) from new_rows group by 1, 2, 3;
  end if;
  return null;
end $$;

create trigger coupons_tally_insert after insert on coupons
  referencing new table as new_rows for each statement execute function tally_coupons();
create trigger coupons_tally_update after update on coupons
  referencing old table as old_rows new table as new_rows for each statement execute function tally_coupons();
create trigger coupons_tally_delete after delete on coupons
  referencing old table as old_rows for each statement execute function tally_coupons();
