-- When somebody was named, so that open pages and e-mails tell of it, and whether an e-mail did.
alter table conversation_mention add column made_at timestamptz not null default now();
--> statement-breakpoint
alter table conversation_mention add column mailed_at timestamptz;
--> statement-breakpoint
alter table conversation_mention add column email_id uuid references notice_email on delete set null;
--> statement-breakpoint
-- What was there before is no news.
update conversation_mention set mailed_at = now();
--> statement-breakpoint
create index conversation_mention_of_email on conversation_mention (email_id) where email_id is not null;
