CREATE TABLE "person_send" (
	"client_id" uuid NOT NULL,
	"message_id" text NOT NULL,
	"event_id" text NOT NULL,
	"text" text NOT NULL,
	"source" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "person_send_client_id_message_id_pk" PRIMARY KEY("client_id","message_id")
);
--> statement-breakpoint
ALTER TABLE "person_send" ADD CONSTRAINT "person_send_client_id_client_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."client"("id") ON DELETE cascade ON UPDATE no action;