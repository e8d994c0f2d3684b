-- Plans of cloud space that end soon are looked for every minute.
create index space_grants_ends on space_grants (ends_at);
