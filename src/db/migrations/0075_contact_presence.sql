alter table client add column online text not null default 'never';
--> statement-breakpoint
-- Whom programs want to be told of; the owner of a client asks the network for them with each connection.
create table presence_subscription (
  client_id uuid not null references client on delete cascade,
  jid text not null,
  until timestamptz not null,
  constraint presence_subscription_client_id_jid_pk primary key (client_id, jid)
);
