-- BLAKE2b from now on; earlier contents keep the SHA-256 that they have, and are stored again when they come again.
alter table space_objects rename column sha256 to content_hash;
