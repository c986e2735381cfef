-- What a row holds of its event is known by its version: rows of before have 1, whose form each writer chose.
ALTER TABLE "inbound_event" RENAME COLUMN "payload" TO "event";--> statement-breakpoint
ALTER TABLE "inbound_event" ADD COLUMN "v" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "inbound_event" ADD COLUMN "refusal" jsonb;
