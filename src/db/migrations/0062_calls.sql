-- Calls to the account of a client. What changes here is logged as an event and, once it is over, noted in the record of its
-- conversation, whoever changes it.
create table call (
  client_id uuid not null references client on delete cascade,
  id text not null,
  chat text not null,
  caller text not null,
  creator text not null,
  is_video boolean not null,
  state text not null default 'ringing',
  began_at timestamptz not null,
  ended_at timestamptz,
  ended_by text,
  created_at timestamptz not null default now(),
  message_id text,
  is_message_settled boolean not null default false,
  constraint call_pk primary key (client_id, id)
);
--> statement-breakpoint
create index call_page on call (client_id, began_at, id);
--> statement-breakpoint
create index call_of_chat on call (client_id, chat, began_at);
--> statement-breakpoint
create index call_ringing on call (created_at) where state = 'ringing';
--> statement-breakpoint
create index call_unsettled on call (client_id) where message_id is not null and not is_message_settled;
--> statement-breakpoint
create function log_call() returns trigger language plpgsql as $$
declare
  facts jsonb := jsonb_build_object('callId', new.id, 'isVideo', new.is_video);
begin
  insert into event_log (user_id, client_id, name, chat, data)
  select c.user_id, c.id, case new.state when 'ringing' then 'call.received' else 'call.ended' end, new.chat,
    facts || jsonb_build_object('jid', new.chat, 'callerJid', new.caller, 'state', new.state,
      'timestamp', extract(epoch from coalesce(new.ended_at, new.began_at))::bigint)
  from client c where c.id = new.client_id;
  if new.state <> 'ringing' then
    insert into conversation_entry (client_id, chat, at, kind, actor, facts)
    values (new.client_id, new.chat, new.ended_at, 'call_' || new.state, new.ended_by, facts);
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger call_begun after insert on call for each row execute function log_call();
--> statement-breakpoint
create trigger call_over after update on call for each row when (old.state is distinct from new.state)
  execute function log_call();
--> statement-breakpoint
create table call_settings (
  client_id uuid primary key references client on delete cascade,
  refuse_all boolean not null,
  message text
);
