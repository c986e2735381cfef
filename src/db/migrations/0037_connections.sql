-- How tokens of other systems are had, beside the secret that flows name, and what somebody is asked to agree to.
create table connection (
  user_id text not null,
  name text not null,
  kind text not null,
  sealed_settings text not null,
  sealed_tokens text,
  account text not null,
  server text not null,
  scope text,
  state text not null,
  error text,
  renew_at timestamptz,
  renewed_at timestamptz,
  retry_at timestamptz,
  holder uuid,
  held_until timestamptz,
  version integer not null default 1,
  constraint connection_user_id_name_pk primary key (user_id, name),
  constraint connection_secret_fk foreign key (user_id, name) references secret (user_id, name) on delete cascade
);
--> statement-breakpoint
create table agreement (
  state_hash text primary key,
  user_id text not null,
  name text not null,
  sealed text not null,
  ends_at timestamptz not null,
  constraint agreement_connection_fk foreign key (user_id, name) references connection (user_id, name) on delete cascade
);
--> statement-breakpoint
create index agreement_by_end on agreement (ends_at);
--> statement-breakpoint
create index agreement_by_connection on agreement (user_id, name);
