-- Addresses at which other systems start flows, and the last calls of each.
create table incoming_webhook (
  flow_id uuid not null references flow on delete cascade,
  node_id text not null,
  token_hash bytea not null,
  sealed_token text not null,
  created_at timestamptz not null default now(),
  constraint incoming_webhook_flow_id_node_id_pk primary key (flow_id, node_id)
);
--> statement-breakpoint
create unique index incoming_webhook_by_token on incoming_webhook (token_hash);
--> statement-breakpoint
create table incoming_call (
  id bigint primary key generated always as identity,
  flow_id uuid not null,
  node_id text not null,
  received_at timestamptz not null default now(),
  status integer not null,
  reason text,
  run_id uuid,
  size_bytes integer not null,
  headers jsonb not null,
  query jsonb not null,
  body text not null,
  is_cut boolean not null,
  constraint incoming_call_address_fk foreign key (flow_id, node_id) references incoming_webhook on delete cascade
);
--> statement-breakpoint
create index incoming_call_by_address on incoming_call (flow_id, node_id, id);
