CREATE TABLE "flow_schedule" (
	"flow_id" uuid NOT NULL,
	"node_id" text NOT NULL,
	"client_id" uuid NOT NULL,
	"spec" jsonb NOT NULL,
	"tick_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"place" text,
	CONSTRAINT "flow_schedule_flow_id_node_id_pk" PRIMARY KEY("flow_id","node_id")
);
--> statement-breakpoint
CREATE TABLE "flow_test_case" (
	"id" uuid PRIMARY KEY NOT NULL,
	"flow_id" uuid NOT NULL,
	"doc" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "flow_schedule" ADD CONSTRAINT "flow_schedule_flow_id_flow_id_fk" FOREIGN KEY ("flow_id") REFERENCES "public"."flow"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_schedule" ADD CONSTRAINT "flow_schedule_client_id_client_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."client"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_test_case" ADD CONSTRAINT "flow_test_case_flow_id_flow_id_fk" FOREIGN KEY ("flow_id") REFERENCES "public"."flow"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "flow_schedule_due" ON "flow_schedule" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "flow_test_case_by_flow" ON "flow_test_case" USING btree ("flow_id","created_at","id");