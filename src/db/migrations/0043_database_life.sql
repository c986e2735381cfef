-- One row as long as the server's memory lasts: a crash empties a table that is not logged, a stop in order does not.
create unlogged table database_life (
  single boolean primary key default true check (single),
  id uuid not null default gen_random_uuid(),
  began_at timestamptz not null default now()
);
--> statement-breakpoint
insert into database_life default values;
