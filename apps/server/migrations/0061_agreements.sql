-- Agreements in numbered versions, and the decisions of users about them.
create table agreement_versions (
  kind smallint not null check (kind between 1 and 99),
  version integer not null check (version between 1 and 100000),
  title text not null check (length(title) between 1 and 32),
  -- Changes against the version before.
  summary text not null default '' check (length(summary) <= 500),
  -- Source as the operator wrote it, and the blocks that clients draw.
  markdown text not null check (length(markdown) between 1 and 60000),
  content jsonb not null,
  created_at timestamptz not null,
  published_at timestamptz,
  effective_at timestamptz,
  -- The message that tells users of it.
  notice_id bigint references notices (id) on delete set null,
  primary key (kind, version),
  constraint published_takes_effect check ((published_at is null) = (effective_at is null))
);

-- One draft of a kind at a time.
create unique index agreement_drafts on agreement_versions (kind) where published_at is null;

-- A consent names a version: its text stays as it was agreed to.
create function refuse_change_of_published_agreement() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (new.kind, new.version, new.title, new.summary, new.markdown, new.content, new.published_at,
    new.effective_at) is distinct from (old.kind, old.version, old.title, old.summary, old.markdown, old.content,
    old.published_at, old.effective_at)
  then
    raise exception 'a published agreement does not change';
  end if;
  return new;
end $$;

create trigger published_agreements_stay before update or delete on agreement_versions
  for each row when (old.published_at is not null) execute function refuse_change_of_published_agreement();

create table agreement_consents (
  user_id bigint not null references users (id),
  kind smallint not null,
  version integer not null,
  is_agreed boolean not null,
  -- Occasion: login, dialog, page, purchase.
  way text not null check (way in ('login', 'dialog', 'page', 'purchase')),
  -- Client that it was decided on; emptied when the account is erased.
  client_type text not null default '' check (length(client_type) <= 64),
  terminal_type text not null default '' check (length(terminal_type) <= 64),
  decided_at timestamptz not null,
  primary key (user_id, kind, version),
  foreign key (kind, version) references agreement_versions (kind, version)
);

create index agreement_consents_version on agreement_consents (kind, version);

-- A broadcast is an announcement or tells of an agreement; its messages are of that event.
alter table notices add column event text not null default 'announcement'
  check (event in ('announcement', 'agreementWaiting'));
