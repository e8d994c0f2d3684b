-- An operator's act that had no effect, such as attaching a phone that does not answer, is not one that was done.
alter table operator_audit drop constraint operator_audit_outcome_check;
alter table operator_audit add constraint operator_audit_outcome_check check (outcome in ('done', 'failed', 'refused'));
