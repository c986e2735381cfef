-- Labels that WhatsApp keeps for an account, and what has them; `label` and `conversation_label` are the team's own. Both tables
-- keep what is gone too: of a deleted label devices may say again what has it.
create table whatsapp_label (
  client_id uuid not null references client on delete cascade,
  id text not null,
  name text not null,
  colour integer not null,
  kind text,
  predefined_id integer,
  is_active boolean not null,
  is_fixed boolean not null,
  is_deleted boolean not null,
  constraint whatsapp_label_pk primary key (client_id, id)
);
--> statement-breakpoint
create table whatsapp_labelled (
  client_id uuid not null references client on delete cascade,
  label_id text not null,
  chat text not null,
  message_id text not null default '',
  constraint whatsapp_labelled_pk primary key (client_id, chat, label_id, message_id)
);
--> statement-breakpoint
create index whatsapp_labelled_by_label on whatsapp_labelled (client_id, label_id, chat, message_id);
