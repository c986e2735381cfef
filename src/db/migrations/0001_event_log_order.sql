ALTER TABLE "event_log" DROP CONSTRAINT "event_log_user_id_user_id_fk";
--> statement-breakpoint
ALTER TABLE "event_log" DROP CONSTRAINT "event_log_client_id_client_id_fk";
--> statement-breakpoint
DROP INDEX "event_log_by_user";--> statement-breakpoint
ALTER TABLE "event_log" ADD COLUMN "chat" text;--> statement-breakpoint
CREATE INDEX "event_log_by_owner" ON "event_log" USING btree ("user_id","seq");