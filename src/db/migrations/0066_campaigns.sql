-- A message or the start of a flow for a chosen audience, at a pace.
create table campaign (
  id uuid primary key,
  user_id text not null references workspace on delete cascade,
  client_id uuid not null references client on delete cascade,
  name text not null,
  state text not null default 'draft',
  text text not null default '',
  asset_id uuid references asset on delete set null,
  flow_id uuid references flow on delete set null,
  audience jsonb not null,
  at_once integer not null,
  per_minute integer not null,
  start_at timestamptz,
  turn_at timestamptz,
  due_at timestamptz,
  refreshed_at timestamptz,
  paused_because text,
  created_by text,
  started_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index campaign_by_client on campaign (client_id, created_at);
create index campaign_by_user on campaign (user_id);
create index campaign_due on campaign (due_at) where due_at is not null;
create index campaign_of_asset on campaign (asset_id) where asset_id is not null;

create table campaign_person (
  campaign_id uuid not null references campaign on delete cascade,
  n integer not null,
  jid text not null,
  name text,
  held jsonb not null default '{}'::jsonb,
  is_checked boolean not null,
  state text not null,
  reason text,
  reason_params jsonb,
  message_id text,
  flow_state_id uuid,
  given_at timestamptz,
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  answered_at timestamptz,
  opted_out_at timestamptz,
  constraint campaign_person_pk primary key (campaign_id, n)
);
create unique index campaign_person_once on campaign_person (campaign_id, jid);
create index campaign_person_waiting on campaign_person (campaign_id, n) where state = 'waiting';

-- Contacts that asked for no campaigns any more.
create table campaign_opt_out (
  client_id uuid not null references client on delete cascade,
  jid text not null,
  campaign_id uuid references campaign on delete set null,
  created_at timestamptz not null default now(),
  constraint campaign_opt_out_pk primary key (client_id, jid)
);
create index campaign_opt_out_of_campaign on campaign_opt_out (campaign_id) where campaign_id is not null;
