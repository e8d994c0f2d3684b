-- Packs are written as frames that are compressed and checked one by one: 12 bytes for each, its raw bytes, its bytes in the
-- object and its CRC-32. Null for packs of earlier releases, which are one frame with the checksum of the row.
alter table backup_packs add column frames bytea check (length(frames) % 12 = 0);
