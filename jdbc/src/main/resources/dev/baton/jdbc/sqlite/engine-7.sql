-- The word of the guide: nodes send each other messages.
ALTER TABLE baton_mail RENAME TO baton_message;
