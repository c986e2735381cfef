-- Messages of people behind a key (`human:`) are counted with those of people.
drop index message_by_person;
--> statement-breakpoint
create index message_by_person on message (client_id, at_sec) include (type, chat) where sent_by like 'user:%' or sent_by like 'human:%';
