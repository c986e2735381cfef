CREATE TABLE "client_proxy" (
	"client_id" uuid PRIMARY KEY NOT NULL,
	"proxy_id" uuid NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "proxy" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid,
	"protocol" text NOT NULL,
	"host" text NOT NULL,
	"port" integer NOT NULL,
	"user_name" text DEFAULT '' NOT NULL,
	"password_sealed" text,
	"state" text DEFAULT 'untried' NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"fault" text,
	"problem" text,
	"failing_since" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"worked_at" timestamp with time zone,
	"media_worked_at" timestamp with time zone,
	"checked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "client_proxy" ADD CONSTRAINT "client_proxy_client_id_client_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."client"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_proxy" ADD CONSTRAINT "client_proxy_proxy_id_proxy_id_fk" FOREIGN KEY ("proxy_id") REFERENCES "public"."proxy"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proxy" ADD CONSTRAINT "proxy_owner_id_client_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."client"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "client_proxy_by_proxy" ON "client_proxy" USING btree ("proxy_id");--> statement-breakpoint
CREATE UNIQUE INDEX "proxy_of_pool" ON "proxy" USING btree ("host","port","user_name") WHERE "proxy"."owner_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "proxy_of_client" ON "proxy" USING btree ("owner_id") WHERE "proxy"."owner_id" is not null;