CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" text NOT NULL,
	"via" text NOT NULL,
	"key_id" uuid,
	"operation" text NOT NULL,
	"target" jsonb NOT NULL,
	"outcome" text DEFAULT 'begun' NOT NULL,
	"request_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "audit_log_by_user" ON "audit_log" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_by_operation" ON "audit_log" USING btree ("operation","id");--> statement-breakpoint
CREATE INDEX "audit_log_by_age" ON "audit_log" USING btree ("created_at");