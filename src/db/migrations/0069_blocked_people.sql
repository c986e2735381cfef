-- Whom the account of a client has blocked on the network, as the network said last.
create table blocked_person (
  client_id uuid not null references client on delete cascade,
  jid text not null,
  seen_at timestamptz not null default now(),
  constraint blocked_person_pk primary key (client_id, jid)
);
