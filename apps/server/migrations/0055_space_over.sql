-- Accounts that may be over their quota: everybody has at least this much.
create index space_usage_large on space_usage (user_id) where file_bytes + backup_bytes > 1073741824;
create index space_usage_over on space_usage (user_id) where over_since is not null;
