-- The words of the guide: a run asks a limit for a permit, a rate counts admissions, and nodes send each other messages.
ALTER TABLE baton_ticket RENAME TO baton_permit;

ALTER INDEX baton_ticket_pkey RENAME TO baton_permit_pkey;

ALTER INDEX baton_ticket_waiting RENAME TO baton_permit_waiting;

ALTER INDEX baton_ticket_in RENAME TO baton_permit_in;

ALTER INDEX baton_ticket_execution RENAME TO baton_permit_execution;

ALTER TABLE baton_pass RENAME TO baton_admission;

ALTER INDEX baton_pass_pkey RENAME TO baton_admission_pkey;

ALTER TABLE baton_mail RENAME TO baton_message;

ALTER SEQUENCE baton_mail_id_seq RENAME TO baton_message_id_seq;

ALTER INDEX baton_mail_pkey RENAME TO baton_message_pkey;

ALTER INDEX baton_mail_receiver RENAME TO baton_message_receiver;
