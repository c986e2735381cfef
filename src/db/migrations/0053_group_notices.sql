-- What the network told of groups, by its own ids, so that what it tells again makes no second event. Kept 30 days.
create table group_notice (
  client_id uuid not null references client on delete cascade,
  id text not null,
  seen_at timestamptz not null default now(),
  constraint group_notice_client_id_id_pk primary key (client_id, id)
);
create index group_notice_by_age on group_notice (seen_at);
