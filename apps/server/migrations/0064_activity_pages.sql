-- Pages of activities: a text, and coupons that can be claimed while the activity runs.
create table activity_pages (
  activity_id bigint primary key references activities (id),
  markdown text not null check (length(markdown) between 1 and 60000),
  content jsonb not null,
  updated_at timestamptz not null
);

create table activity_coupons (
  activity_id bigint not null references activities (id),
  template_id bigint not null references coupon_templates (id),
  primary key (activity_id, template_id)
);

-- Tokens of external pages that were exchanged: each works once. Ids only, until they have expired anyway.
create table exchanged_page_tokens (
  token_id text primary key check (length(token_id) <= 64),
  expires_at timestamptz not null
);

create index exchanged_page_tokens_expired on exchanged_page_tokens (expires_at);
