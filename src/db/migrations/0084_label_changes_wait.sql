-- Chats that wait for their first message are looked for where changes are read: most first messages make no conversation.
drop trigger conversation_begun on conversation;
--> statement-breakpoint
drop function wake_label_changes();
