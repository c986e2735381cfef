-- Codes with their parameters beside the sentences that the interface answers. Rows of before have none.
ALTER TABLE "message" ADD COLUMN "error_code" text;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "error_params" jsonb;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "error_code" text;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "error_params" jsonb;--> statement-breakpoint
ALTER TABLE "flow_state" ADD COLUMN "error_code" text;--> statement-breakpoint
ALTER TABLE "flow_state" ADD COLUMN "error_params" jsonb;--> statement-breakpoint
ALTER TABLE "flow_state_event" ADD COLUMN "summary" jsonb;
