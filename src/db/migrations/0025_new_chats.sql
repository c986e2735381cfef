ALTER TABLE "client" ADD COLUMN "new_chats_total" integer;--> statement-breakpoint
ALTER TABLE "client" ADD COLUMN "new_chats_used" integer;--> statement-breakpoint
ALTER TABLE "client" ADD COLUMN "new_chats_level" text;--> statement-breakpoint
ALTER TABLE "client" ADD COLUMN "new_chats_cycle_start" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "client" ADD COLUMN "new_chats_cycle_end" timestamp with time zone;