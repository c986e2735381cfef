-- What runs came by that is counted: goals, each once a run, and the ways that splits drew.
create table flow_mark (
  flow_state_id uuid not null references flow_state on delete cascade,
  kind text not null,
  name text not null,
  flow_id uuid not null references flow on delete cascade,
  client_id uuid not null references client on delete cascade,
  contact_jid text not null,
  arm text,
  amount double precision,
  created_at timestamptz not null default now(),
  constraint flow_mark_flow_state_id_kind_name_pk primary key (flow_state_id, kind, name)
);
--> statement-breakpoint
create index flow_mark_by_flow on flow_mark (flow_id, kind, name, created_at);
