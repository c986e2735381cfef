-- A label of WhatsApp that is linked with one of the workspace. On one number each of both is linked once.
create table label_link (
  client_id uuid not null,
  whatsapp_id text not null,
  label_id uuid not null references label on delete cascade,
  constraint label_link_pk primary key (client_id, whatsapp_id),
  constraint label_link_of_whatsapp foreign key (client_id, whatsapp_id) references whatsapp_label on delete cascade
);
--> statement-breakpoint
create unique index label_link_by_label on label_link (label_id, client_id);
--> statement-breakpoint
-- What was done at one end of a link and is still to be done at the other.
create table label_change (
  client_id uuid not null,
  whatsapp_id text not null,
  chat text not null,
  is_on boolean not null,
  to_phone boolean not null,
  seq bigint not null generated always as identity,
  attempts integer not null default 0,
  next_at timestamptz not null default now(),
  constraint label_change_pk primary key (client_id, chat, whatsapp_id),
  constraint label_change_of_link foreign key (client_id, whatsapp_id) references label_link on delete cascade
);
--> statement-breakpoint
create index label_change_due on label_change (client_id, to_phone, next_at);
--> statement-breakpoint
create index label_change_by_link on label_change (client_id, whatsapp_id, to_phone);
--> statement-breakpoint
-- A chat that has a label on the phone gets it here with its first message.
create function wake_label_changes() returns trigger language plpgsql as $$
begin
  update label_change set next_at = now() where client_id = new.client_id and chat = new.chat and not to_phone;
  return null;
end $$;
--> statement-breakpoint
create trigger conversation_begun after insert on conversation for each row execute function wake_label_changes();
