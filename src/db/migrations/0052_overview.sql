-- What the overview counts. The newest messages of a client are counted by whom they are from without reading them.
drop index message_recent;
--> statement-breakpoint
create index message_recent on message (client_id, at_sec, seq) include (origin, type);
--> statement-breakpoint
create index message_by_person on message (client_id, at_sec) include (type, chat) where sent_by like 'user:%';
--> statement-breakpoint
create index flow_state_failed on flow_state (client_id, updated_at) where state = 'failed' and not is_test;
