ALTER TABLE "timer" ALTER COLUMN "due_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_automation" ADD COLUMN "last_inbound_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "flow_state" ADD COLUMN "error_message" text;--> statement-breakpoint
ALTER TABLE "timer" ADD COLUMN "awaits_send_id" uuid;--> statement-breakpoint
CREATE INDEX "timer_by_send" ON "timer" USING btree ("awaits_send_id") WHERE awaits_send_id is not null;