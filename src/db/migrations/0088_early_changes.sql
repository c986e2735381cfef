-- What was done with messages that have not come yet, until they come: it was lost with the process that had heard it.
create table early_change (
  client_id uuid not null references client on delete cascade,
  message_id text not null,
  seq bigint generated always as identity,
  change jsonb not null,
  created_at timestamptz not null default now(),
  constraint early_change_client_id_message_id_seq_pk primary key (client_id, message_id, seq)
);
--> statement-breakpoint
create index early_change_old on early_change (created_at);
