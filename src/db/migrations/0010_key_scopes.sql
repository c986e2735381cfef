ALTER TABLE "api_key" ADD COLUMN "expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "api_key" ADD COLUMN "scopes" text[];--> statement-breakpoint
ALTER TABLE "api_key" ADD COLUMN "client_ids" uuid[];