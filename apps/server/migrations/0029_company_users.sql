-- Whoever has passed the check of a company is one.
update users set user_type = 2 where company_check_status = 2;
