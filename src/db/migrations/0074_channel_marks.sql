-- Up to which post of a channel was told, so that those of a time without a connection can be asked for.
create table channel_mark (
  client_id uuid not null references client on delete cascade,
  channel text not null,
  server_id bigint not null,
  constraint channel_mark_pk primary key (client_id, channel)
);
