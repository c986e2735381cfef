-- How groups are called, as the network told it last: by a notice, or when the account's groups were asked for.
create table group_subject (
  client_id uuid not null references client on delete cascade,
  jid text not null,
  subject text not null,
  told_at timestamptz not null,
  constraint group_subject_client_id_jid_pk primary key (client_id, jid)
);
