-- What is known of the picture of a person or a group. The network is asked when somebody looks at them, and not again before `due_at`.
create table picture (
  client_id uuid not null references client on delete cascade,
  jid text not null,
  state text not null,
  picture_id text,
  file_id uuid references media on delete set null,
  link text,
  asked_at timestamptz not null,
  due_at timestamptz not null,
  constraint picture_client_id_jid_pk primary key (client_id, jid)
);
--> statement-breakpoint
create index picture_by_asked on picture (client_id, asked_at);
--> statement-breakpoint
create index picture_by_file on picture (file_id) where file_id is not null;
