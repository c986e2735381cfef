CREATE TABLE "web_version" (
	"network" text PRIMARY KEY NOT NULL,
	"version" text NOT NULL,
	"source" text NOT NULL,
	"confirmed_at" timestamp with time zone NOT NULL,
	"newest" text,
	"checked_at" timestamp with time zone,
	"problem" text
);
