-- Of which clients the list of blocked people was read before: what the first one says is no news.
create table blocklist (
  client_id uuid primary key references client on delete cascade,
  read_at timestamptz not null default now()
);
--> statement-breakpoint
insert into blocklist (client_id) select distinct client_id from blocked_person;
--> statement-breakpoint
create index call_by_age on call (began_at);
