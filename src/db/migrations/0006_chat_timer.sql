CREATE TABLE "chat_timer" (
	"client_id" uuid NOT NULL,
	"chat" text NOT NULL,
	"expiration_sec" integer NOT NULL,
	"at_sec" bigint NOT NULL,
	CONSTRAINT "chat_timer_client_id_chat_pk" PRIMARY KEY("client_id","chat")
);
--> statement-breakpoint
ALTER TABLE "chat_timer" ADD CONSTRAINT "chat_timer_client_id_client_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."client"("id") ON DELETE cascade ON UPDATE no action;