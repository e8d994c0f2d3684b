-- Bodies have a CRC-32 from now on, eight digits, and those of earlier packs the SHA-256 that they have.
alter table backup_packs rename column sha256 to checksum;
