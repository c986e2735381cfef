CREATE TABLE "asset" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"mimetype" text NOT NULL,
	"file_name" text,
	"size_bytes" bigint NOT NULL,
	"sha256" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "asset" ADD CONSTRAINT "asset_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "asset_by_content" ON "asset" USING btree ("user_id","sha256");--> statement-breakpoint
CREATE INDEX "asset_by_user" ON "asset" USING btree ("user_id","id");