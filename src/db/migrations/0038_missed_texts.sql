-- What people wrote that nothing understood: messages that started no flow are found by their client, and texts that somebody
-- handled or does not want to see stay off the list.
create index inbound_event_no_match on inbound_event (client_id, seq) where error = 'no_match';
--> statement-breakpoint
create table flow_dismissed_text (
  flow_id uuid not null references flow on delete cascade,
  node_id text not null,
  text_key text not null,
  dismissed_at timestamptz not null default now(),
  primary key (flow_id, node_id, text_key)
);
