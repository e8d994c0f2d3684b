-- Null: the user has never chosen, and the default of the message type applies. Rows keep their value: one that was
-- switched off stays off.
alter table message_settings alter column is_sent_by_sms drop not null, alter column is_sent_by_sms drop default;
