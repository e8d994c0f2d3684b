-- The number of a card or of a company is kept encrypted, which is longer than the number itself. Numbers from before
-- are encrypted by the server, which alone has the key.
alter table verifications drop constraint verifications_number_check;
alter table verifications add constraint verifications_number_check check (length(number) between 15 and 200);

create index verifications_unsealed on verifications (id) where number not like 'v1.%';
