-- Labels of a workspace, and which conversations have them. A row of `conversation_label` has the state and the place of its
-- conversation too, kept by a trigger, so that an index gives the newest of a label in any state.
create table label (
  id uuid primary key,
  user_id text not null references workspace on delete cascade,
  name text not null,
  colour text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
--> statement-breakpoint
create unique index label_by_name on label (user_id, lower(name));
--> statement-breakpoint
alter table conversation add column is_labelled boolean not null default false;
--> statement-breakpoint
create table conversation_label (
  client_id uuid not null,
  chat text not null,
  label_id uuid not null references label on delete cascade,
  state text not null,
  last_seq bigint not null,
  created_at timestamptz not null default now(),
  constraint conversation_label_client_id_chat_label_id_pk primary key (client_id, chat, label_id),
  constraint conversation_label_of_conversation foreign key (client_id, chat) references conversation on delete cascade
);
--> statement-breakpoint
create index conversation_label_listed on conversation_label (label_id, client_id, state, last_seq);
--> statement-breakpoint
create function note_labelled() returns trigger language plpgsql as $$
begin
  update conversation_label set state = new.state, last_seq = new.last_seq
    where client_id = new.client_id and chat = new.chat;
  return null;
end $$;
--> statement-breakpoint
create trigger conversation_labelled after update on conversation for each row
  when (new.is_labelled and (old.state, old.last_seq) is distinct from (new.state, new.last_seq))
  execute function note_labelled();
