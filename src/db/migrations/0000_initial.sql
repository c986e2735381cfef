CREATE TABLE "account" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_key" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"prefix" text NOT NULL,
	"last_four" text NOT NULL,
	"revoked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "api_key_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "bootstrap" (
	"id" integer PRIMARY KEY NOT NULL,
	"user_id" text,
	"claimed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "key_usage" (
	"key_id" uuid NOT NULL,
	"window_start" timestamp with time zone NOT NULL,
	"used" integer NOT NULL,
	"quota" integer NOT NULL,
	"granted" integer NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "key_usage_key_id_window_start_pk" PRIMARY KEY("key_id","window_start")
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"token" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"impersonated_by" text,
	"user_id" text NOT NULL,
	CONSTRAINT "session_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "user" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"role" text DEFAULT 'user' NOT NULL,
	"plan" text DEFAULT 'free' NOT NULL,
	"banned" boolean DEFAULT false NOT NULL,
	"ban_reason" text,
	"ban_expires" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "verification" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "media" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"message_seq" bigint,
	"kind" text NOT NULL,
	"mimetype" text NOT NULL,
	"file_name" text,
	"size_bytes" bigint,
	"sha256" "bytea",
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"stored_at" timestamp with time zone,
	"expires_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "message" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "message_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_id" uuid NOT NULL,
	"chat" text NOT NULL,
	"id" text NOT NULL,
	"from_me" boolean NOT NULL,
	"participant" text,
	"at_sec" bigint NOT NULL,
	"type" text NOT NULL,
	"text" text,
	"status" text NOT NULL,
	"server_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"read_at" timestamp with time zone,
	"played_at" timestamp with time zone,
	"push_name" text,
	"quoted_id" text,
	"origin" text NOT NULL,
	"bytes" "bytea",
	"edited_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"reactions" jsonb,
	"votes" jsonb,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message_receipt" (
	"message_seq" bigint NOT NULL,
	"participant" text NOT NULL,
	"delivered_at" timestamp with time zone,
	"read_at" timestamp with time zone,
	"played_at" timestamp with time zone,
	CONSTRAINT "message_receipt_message_seq_participant_pk" PRIMARY KEY("message_seq","participant")
);
--> statement-breakpoint
CREATE TABLE "sent_id" (
	"client_id" uuid NOT NULL,
	"message_id" text NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sent_id_client_id_message_id_pk" PRIMARY KEY("client_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "client" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"network" text NOT NULL,
	"phone_number" text,
	"address" text,
	"lid" text,
	"push_name" text,
	"last_activity_at" timestamp with time zone,
	"human_handoff_duration_sec" integer DEFAULT 1800 NOT NULL,
	"main_menu_flow_id" uuid,
	"worker_desired_state" text DEFAULT 'stopped' NOT NULL,
	"worker_state_updated_at" timestamp with time zone,
	"live_status" text DEFAULT 'stopped' NOT NULL,
	"live_code" text DEFAULT 'STOPPED' NOT NULL,
	"live_detail" text,
	"live_since" timestamp with time zone DEFAULT now() NOT NULL,
	"send_rate_per_second" integer DEFAULT 1 NOT NULL,
	"send_burst" integer DEFAULT 5 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "client_lease" (
	"client_id" uuid PRIMARY KEY NOT NULL,
	"owner" text,
	"epoch" bigint DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "client_state_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "client_state_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_id" uuid NOT NULL,
	"status" text NOT NULL,
	"code" text NOT NULL,
	"detail" text,
	"raw_code" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact" (
	"client_id" uuid NOT NULL,
	"id" text NOT NULL,
	"lid" text,
	"phone" text,
	"name" text,
	"notify" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "credential" (
	"client_id" uuid PRIMARY KEY NOT NULL,
	"value" "bytea" NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "credential_key" (
	"client_id" uuid NOT NULL,
	"type" text NOT NULL,
	"id" text NOT NULL,
	"value" "bytea" NOT NULL,
	CONSTRAINT "credential_key_client_id_type_id_pk" PRIMARY KEY("client_id","type","id")
);
--> statement-breakpoint
CREATE TABLE "idempotency_key" (
	"user_id" text NOT NULL,
	"key" text NOT NULL,
	"operation" text NOT NULL,
	"body_hash" "bytea" NOT NULL,
	"message_id" text NOT NULL,
	"response" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_key_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "inbound_journal" (
	"client_id" uuid NOT NULL,
	"id" text NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "inbound_journal_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"stanza" text NOT NULL,
	"plaintext" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inbound_journal_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "contact_automation" (
	"client_id" uuid NOT NULL,
	"jid" text NOT NULL,
	"blacklist" boolean DEFAULT false NOT NULL,
	"favourite" boolean DEFAULT false NOT NULL,
	"handoff_until" timestamp with time zone,
	"tags" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"fields" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"last_flow_at" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"last_inbound_at" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_automation_client_id_jid_pk" PRIMARY KEY("client_id","jid")
);
--> statement-breakpoint
CREATE TABLE "effect" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "effect_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_id" uuid NOT NULL,
	"flow_state_id" uuid NOT NULL,
	"node_id" text NOT NULL,
	"kind" text NOT NULL,
	"awaited" boolean NOT NULL,
	"request" jsonb NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"claimed_by" text,
	"claimed_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_log" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "event_log_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"user_id" text NOT NULL,
	"client_id" uuid,
	"name" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "flow" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"client_id" uuid,
	"name" text NOT NULL,
	"description" text,
	"nodes" text DEFAULT '[]' NOT NULL,
	"edges" text DEFAULT '[]' NOT NULL,
	"viewport" text,
	"status" text DEFAULT 'draft' NOT NULL,
	"is_active" boolean DEFAULT false NOT NULL,
	"retrigger_behavior" text DEFAULT 'continue_if_dormant' NOT NULL,
	"fallback_behavior" text DEFAULT 'none' NOT NULL,
	"fallback_text" text,
	"extras" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"published_version_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "flow_state" (
	"id" uuid PRIMARY KEY NOT NULL,
	"flow_id" uuid NOT NULL,
	"flow_version_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"contact_jid" text NOT NULL,
	"state" text NOT NULL,
	"current_node_id" text,
	"context" text NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"claimed_until" timestamp with time zone,
	"claimed_by" text,
	"timeout_job_id" text,
	"last_event_id" text,
	"last_event_at" timestamp with time zone,
	"error" text,
	"error_message" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "flow_state_event" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "flow_state_event_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"flow_state_id" uuid NOT NULL,
	"event_id" text NOT NULL,
	"event_type" text NOT NULL,
	"source" text NOT NULL,
	"mode" text DEFAULT 'live' NOT NULL,
	"payload_summary" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"processed_at" timestamp with time zone,
	"status" text NOT NULL,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "flow_state_transition" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "flow_state_transition_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"flow_state_event_id" uuid NOT NULL,
	"from_node_id" text,
	"to_node_id" text,
	"node_type" text NOT NULL,
	"outcome" text NOT NULL,
	"edge_id" text,
	"actions" text NOT NULL,
	"context_patch" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "flow_version" (
	"id" uuid PRIMARY KEY NOT NULL,
	"flow_id" uuid NOT NULL,
	"n" integer NOT NULL,
	"doc" text NOT NULL,
	"published_at" timestamp with time zone DEFAULT now() NOT NULL,
	"published_by" text,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "inbound_event" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "inbound_event_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_id" uuid NOT NULL,
	"contact_jid" text NOT NULL,
	"event_id" text NOT NULL,
	"event_type" text NOT NULL,
	"source" text NOT NULL,
	"payload" jsonb NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"processed_at" timestamp with time zone,
	"status" text DEFAULT 'received' NOT NULL,
	"error" text,
	"attempts" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "outbox_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_id" uuid NOT NULL,
	"contact_jid" text NOT NULL,
	"flow_state_id" uuid,
	"node_id" text,
	"message_id" text NOT NULL,
	"content" jsonb NOT NULL,
	"secret" "bytea",
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"acked_at" timestamp with time zone,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "secret" (
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "secret_user_id_name_pk" PRIMARY KEY("user_id","name")
);
--> statement-breakpoint
CREATE TABLE "timer" (
	"id" uuid PRIMARY KEY NOT NULL,
	"flow_state_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"due_at" timestamp with time zone,
	"awaits_send_id" uuid,
	"fired_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_usage" ADD CONSTRAINT "key_usage_key_id_api_key_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_key"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_client_id_client_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."client"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_message_seq_message_seq_fk" FOREIGN KEY ("message_seq") REFERENCES "public"."message"("seq") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_client_id_client_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."client"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_receipt" ADD CONSTRAINT "message_receipt_message_seq_message_seq_fk" FOREIGN KEY ("message_seq") REFERENCES "public"."message"("seq") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client" ADD CONSTRAINT "client_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_lease" ADD CONSTRAINT "client_lease_client_id_client_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."client"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_state_log" ADD CONSTRAINT "client_state_log_client_id_client_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."client"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact" ADD CONSTRAINT "contact_client_id_client_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."client"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credential" ADD CONSTRAINT "credential_client_id_client_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."client"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credential_key" ADD CONSTRAINT "credential_key_client_id_client_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."client"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_journal" ADD CONSTRAINT "inbound_journal_client_id_client_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."client"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_automation" ADD CONSTRAINT "contact_automation_client_id_client_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."client"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "effect" ADD CONSTRAINT "effect_client_id_client_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."client"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "effect" ADD CONSTRAINT "effect_flow_state_id_flow_state_id_fk" FOREIGN KEY ("flow_state_id") REFERENCES "public"."flow_state"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_log" ADD CONSTRAINT "event_log_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_log" ADD CONSTRAINT "event_log_client_id_client_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."client"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow" ADD CONSTRAINT "flow_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow" ADD CONSTRAINT "flow_client_id_client_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."client"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_state" ADD CONSTRAINT "flow_state_flow_id_flow_id_fk" FOREIGN KEY ("flow_id") REFERENCES "public"."flow"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_state" ADD CONSTRAINT "flow_state_client_id_client_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."client"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_state_event" ADD CONSTRAINT "flow_state_event_flow_state_id_flow_state_id_fk" FOREIGN KEY ("flow_state_id") REFERENCES "public"."flow_state"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_state_transition" ADD CONSTRAINT "flow_state_transition_flow_state_event_id_flow_state_event_id_fk" FOREIGN KEY ("flow_state_event_id") REFERENCES "public"."flow_state_event"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_version" ADD CONSTRAINT "flow_version_flow_id_flow_id_fk" FOREIGN KEY ("flow_id") REFERENCES "public"."flow"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_event" ADD CONSTRAINT "inbound_event_client_id_client_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."client"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_client_id_client_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."client"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_flow_state_id_flow_state_id_fk" FOREIGN KEY ("flow_state_id") REFERENCES "public"."flow_state"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secret" ADD CONSTRAINT "secret_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "timer" ADD CONSTRAINT "timer_flow_state_id_flow_state_id_fk" FOREIGN KEY ("flow_state_id") REFERENCES "public"."flow_state"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_by_user" ON "account" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "api_key_by_user" ON "api_key" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "session_by_user" ON "session" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "media_of_message" ON "media" USING btree ("message_seq");--> statement-breakpoint
CREATE INDEX "media_waiting" ON "media" USING btree ("client_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "media_by_expiry" ON "media" USING btree ("expires_at") WHERE state = 'stored';--> statement-breakpoint
CREATE UNIQUE INDEX "message_identity" ON "message" USING btree ("client_id","id","chat","from_me");--> statement-breakpoint
CREATE INDEX "message_page" ON "message" USING btree ("client_id","chat","at_sec","seq");--> statement-breakpoint
CREATE INDEX "message_pending" ON "message" USING btree ("client_id") WHERE status = 'PENDING';--> statement-breakpoint
CREATE INDEX "sent_id_by_age" ON "sent_id" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "client_by_user" ON "client" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "client_state_log_by_client" ON "client_state_log" USING btree ("client_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "contact_by_lid" ON "contact" USING btree ("client_id","lid");--> statement-breakpoint
CREATE UNIQUE INDEX "contact_by_phone" ON "contact" USING btree ("client_id","phone");--> statement-breakpoint
CREATE INDEX "idempotency_key_by_age" ON "idempotency_key" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "effect_due" ON "effect" USING btree ("client_id","next_at");--> statement-breakpoint
CREATE INDEX "effect_by_run" ON "effect" USING btree ("flow_state_id");--> statement-breakpoint
CREATE INDEX "event_log_by_user" ON "event_log" USING btree ("user_id","xid","seq");--> statement-breakpoint
CREATE INDEX "event_log_by_age" ON "event_log" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "flow_by_user" ON "flow" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "flow_active_by_client" ON "flow" USING btree ("client_id") WHERE is_active;--> statement-breakpoint
CREATE UNIQUE INDEX "one_live" ON "flow_state" USING btree ("client_id","contact_jid") WHERE state in ('running','waiting_input','waiting_timer','waiting_effect','handed_off');--> statement-breakpoint
CREATE UNIQUE INDEX "one_dormant" ON "flow_state" USING btree ("flow_id","contact_jid") WHERE state = 'dormant';--> statement-breakpoint
CREATE INDEX "flow_state_dormant" ON "flow_state" USING btree ("client_id","contact_jid") WHERE state = 'dormant';--> statement-breakpoint
CREATE INDEX "flow_state_by_contact" ON "flow_state" USING btree ("client_id","contact_jid","created_at");--> statement-breakpoint
CREATE INDEX "flow_state_by_flow" ON "flow_state" USING btree ("flow_id","created_at","id");--> statement-breakpoint
CREATE INDEX "flow_state_event_by_run" ON "flow_state_event" USING btree ("flow_state_id","seq");--> statement-breakpoint
CREATE INDEX "flow_state_transition_by_event" ON "flow_state_transition" USING btree ("flow_state_event_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "flow_version_number" ON "flow_version" USING btree ("flow_id","n");--> statement-breakpoint
CREATE UNIQUE INDEX "inbound_event_identity" ON "inbound_event" USING btree ("client_id","event_id");--> statement-breakpoint
CREATE INDEX "inbound_lane" ON "inbound_event" USING btree ("client_id","contact_jid","seq") WHERE status in ('received','deferred');--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_message" ON "outbox" USING btree ("client_id","message_id");--> statement-breakpoint
CREATE INDEX "outbox_unsent" ON "outbox" USING btree ("client_id","seq") WHERE status in ('pending','sending');--> statement-breakpoint
CREATE INDEX "outbox_by_run" ON "outbox" USING btree ("flow_state_id");--> statement-breakpoint
CREATE INDEX "timer_by_run" ON "timer" USING btree ("flow_state_id");--> statement-breakpoint
CREATE INDEX "timer_by_send" ON "timer" USING btree ("awaits_send_id") WHERE awaits_send_id is not null;