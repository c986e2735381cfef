-- Why calls and proxies failed, as codes with what varies beside the sentences that the interface answers. Rows of before have none.
ALTER TABLE "webhook" ADD COLUMN "last_failure" jsonb;--> statement-breakpoint
ALTER TABLE "webhook" ADD COLUMN "disabled_failure" jsonb;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD COLUMN "last_failure" jsonb;--> statement-breakpoint
ALTER TABLE "proxy" ADD COLUMN "failure" jsonb;
