ALTER TABLE "client" ADD COLUMN "session_exported_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "client" ADD COLUMN "session_export_id" uuid;--> statement-breakpoint
ALTER TABLE "client" ADD COLUMN "session_import_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "client_by_session_import" ON "client" USING btree ("session_import_id") WHERE "client"."session_exported_at" is null;