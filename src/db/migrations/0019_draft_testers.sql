CREATE TABLE "flow_draft" (
	"id" uuid PRIMARY KEY NOT NULL,
	"flow_id" uuid NOT NULL,
	"doc" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "flow_test_phone" (
	"flow_id" uuid NOT NULL,
	"phone" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "flow_test_phone_flow_id_phone_pk" PRIMARY KEY("flow_id","phone")
);
--> statement-breakpoint
ALTER TABLE "flow_state" ADD COLUMN "is_test" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "flow_draft" ADD CONSTRAINT "flow_draft_flow_id_flow_id_fk" FOREIGN KEY ("flow_id") REFERENCES "public"."flow"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_test_phone" ADD CONSTRAINT "flow_test_phone_flow_id_flow_id_fk" FOREIGN KEY ("flow_id") REFERENCES "public"."flow"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "flow_draft_by_flow" ON "flow_draft" USING btree ("flow_id");--> statement-breakpoint
CREATE INDEX "flow_draft_by_age" ON "flow_draft" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "flow_state_tests" ON "flow_state" USING btree ("flow_id","created_at","id") WHERE is_test;