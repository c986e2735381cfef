-- Of each chat the last question for older messages that went to the account's phone.
create table history_request (
  client_id uuid not null references client on delete cascade,
  chat text not null,
  request_id text not null,
  state text not null default 'asked',
  asked_at timestamptz not null default now(),
  ends_at timestamptz not null,
  received integer,
  is_all boolean,
  constraint history_request_client_id_chat_pk primary key (client_id, chat)
);
--> statement-breakpoint
create index history_request_ending on history_request (ends_at) where state = 'asked';
