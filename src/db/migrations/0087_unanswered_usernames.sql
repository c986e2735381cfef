-- How often the network was asked who has a username and did not say it: of a person of a campaign, and of those whose turn is next
-- in a schedule, as an object of counts by username.
alter table campaign_person add column unanswered smallint not null default 0;
--> statement-breakpoint
alter table flow_schedule add column unanswered jsonb not null default '{}'::jsonb;
