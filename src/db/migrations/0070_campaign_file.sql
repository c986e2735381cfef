-- Whether a campaign was written with a file: one whose file is deleted must not go on with its text alone.
alter table campaign add column has_file boolean not null default false;
--> statement-breakpoint
update campaign set has_file = true where asset_id is not null;
