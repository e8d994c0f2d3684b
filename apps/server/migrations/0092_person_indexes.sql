-- Exports of a customer's data and erasures read these tables by person, ended rows included.
create index device_moves_user on device_moves (user_id, id);
create index device_changes_user on device_changes (user_id, id);
create index device_grants_person on device_grants (grantee_id, id);
create index device_grants_device on device_grants (device_id, id);
create index invites_inviter on invites (inviter_id, user_id);
create index auto_renewals_user on auto_renewals (user_id);
create index seckill_claims_user on seckill_claims (user_id);
create index activation_codes_user on activation_codes (used_by, id) where used_by is not null;
drop index sessions_user;
create index sessions_user on sessions (user_id, id);

-- Running views are looked through every minute.
create index support_views_open on support_views (ends_at) where stopped_at is null;
