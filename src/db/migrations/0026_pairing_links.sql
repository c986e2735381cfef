CREATE TABLE "pairing_link" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"key_id" uuid,
	"token_hash" "bytea" NOT NULL,
	"visit_hash" "bytea",
	"opened_at" timestamp with time zone,
	"openings" integer DEFAULT 0 NOT NULL,
	"starts" integer DEFAULT 0 NOT NULL,
	"codes" integer DEFAULT 0 NOT NULL,
	"answers" integer DEFAULT 0 NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "pairing_link_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "pairing_link_visit_hash_unique" UNIQUE("visit_hash")
);
--> statement-breakpoint
ALTER TABLE "pairing_link" ADD CONSTRAINT "pairing_link_client_id_client_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."client"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pairing_link" ADD CONSTRAINT "pairing_link_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pairing_link" ADD CONSTRAINT "pairing_link_key_id_api_key_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_key"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pairing_link_by_client" ON "pairing_link" USING btree ("client_id","created_at");--> statement-breakpoint
CREATE INDEX "pairing_link_by_age" ON "pairing_link" USING btree ("expires_at");