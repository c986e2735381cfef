-- E-mails to people about conversations that nobody answers. One e-mail tells of all that is due for somebody then; a conversation
-- is told of once each time it waits.
alter table notification_choice add column email_after_min integer;
--> statement-breakpoint
alter table notification_choice add column email_since timestamptz;
--> statement-breakpoint
alter table notification_choice add column language text;
--> statement-breakpoint
create table notice_email (
  id uuid primary key,
  user_id text not null references "user" on delete cascade,
  state text not null default 'due',
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
--> statement-breakpoint
create unique index notice_email_underway on notice_email (user_id) where state in ('due', 'handing');
--> statement-breakpoint
create index notice_email_due on notice_email (due_at) where state in ('due', 'handing');
--> statement-breakpoint
create index notice_email_of_user on notice_email (user_id, created_at);
--> statement-breakpoint
create table notice_email_item (
  user_id text not null references "user" on delete cascade,
  client_id uuid not null references client on delete cascade,
  chat text not null,
  waiting_since timestamptz not null,
  email_id uuid references notice_email on delete set null,
  constraint notice_email_item_pk primary key (user_id, client_id, chat)
);
--> statement-breakpoint
create index notice_email_item_of_email on notice_email_item (email_id);
--> statement-breakpoint
create index notice_email_item_of_client on notice_email_item (client_id);
