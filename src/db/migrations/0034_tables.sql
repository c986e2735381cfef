-- Small tables that people keep for their flows: what they are, their rows, and what of a row is there once.
create table data_table (
  id uuid primary key default gen_random_uuid(),
  user_id text not null references "user" on delete cascade,
  name text not null,
  description text,
  columns jsonb not null,
  uniques jsonb not null default '[]'::jsonb,
  row_count integer not null default 0,
  bytes bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
--> statement-breakpoint
create unique index data_table_by_name on data_table (user_id, name);
--> statement-breakpoint
create table data_row (
  id uuid primary key default gen_random_uuid(),
  table_id uuid not null references data_table on delete cascade,
  seq bigint generated always as identity,
  held jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
--> statement-breakpoint
create index data_row_of_table on data_row (table_id, seq);
--> statement-breakpoint
create table data_row_key (
  table_id uuid not null references data_table on delete cascade,
  name text not null,
  key bytea not null,
  row_id uuid not null references data_row on delete cascade,
  constraint data_row_key_table_id_name_key_pk primary key (table_id, name, key)
);
--> statement-breakpoint
create index data_row_key_of_row on data_row_key (row_id);
