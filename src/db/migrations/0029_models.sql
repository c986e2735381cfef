-- Language models that people have set up, and what was asked of them.
create table model (
  user_id text not null references "user" on delete cascade,
  name text not null,
  provider text not null,
  base_url text not null,
  model_id text not null,
  secret text,
  input_price double precision,
  output_price double precision,
  limits jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint model_user_id_name_pk primary key (user_id, name)
);
--> statement-breakpoint
create table model_call (
  id bigint primary key generated always as identity,
  user_id text not null references "user" on delete cascade,
  model text not null,
  client_id uuid,
  contact_jid text,
  flow_state_id uuid,
  asked_at timestamptz not null default now(),
  outcome text not null,
  tokens integer not null,
  cost double precision not null,
  duration_ms integer not null
);
--> statement-breakpoint
create index model_call_by_day on model_call (user_id, model, asked_at);
--> statement-breakpoint
create index model_call_by_run on model_call (flow_state_id) where flow_state_id is not null;
