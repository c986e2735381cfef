-- Conversations that are played with a draft or a version and judged, with what came of each.
create table evaluation (
  id uuid primary key,
  flow_id uuid not null references flow on delete cascade,
  version integer,
  answers text not null,
  status text not null default 'waiting',
  stopped_by text,
  limits jsonb not null,
  doc text not null,
  attempts integer not null default 0,
  tokens bigint not null default 0,
  cost double precision not null default 0,
  duration_ms bigint not null default 0,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz
);
--> statement-breakpoint
create index evaluation_by_flow on evaluation (flow_id, created_at, id);
--> statement-breakpoint
create table evaluation_item (
  evaluation_id uuid not null references evaluation on delete cascade,
  n integer not null,
  key text not null,
  title text not null,
  status text not null default 'waiting',
  score double precision,
  result jsonb,
  tokens bigint not null default 0,
  cost double precision not null default 0,
  duration_ms bigint not null default 0,
  primary key (evaluation_id, n)
);
