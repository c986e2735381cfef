create table status_post (
  client_id uuid not null references client on delete cascade,
  message_id text not null,
  -- contacts | denylist | allowlist: what the network is told.
  setting text not null,
  -- Addresses, without the account's own.
  audience text[] not null,
  -- People whom the setting means and of whom there were too many.
  left_out integer not null,
  created_at timestamptz not null default now(),
  constraint status_post_pk primary key (client_id, message_id)
);
--> statement-breakpoint
create index status_post_by_age on status_post (created_at);
--> statement-breakpoint
create table status_reply (
  client_id uuid not null references client on delete cascade,
  status_id text not null,
  -- Canonical address of who answered.
  chat text not null,
  message_id text not null,
  constraint status_reply_pk primary key (client_id, status_id, chat, message_id)
);
--> statement-breakpoint
create table muted_statuses (
  client_id uuid not null references client on delete cascade,
  -- Canonical.
  person text not null,
  constraint muted_statuses_pk primary key (client_id, person)
);
--> statement-breakpoint
-- Of a status; what changes one, which goes to the feed too, is none.
create function status_key(m message) returns jsonb language sql stable as $$
  select jsonb_build_object('id', m.id, 'fromMe', m.from_me, 'participant', case when not m.from_me then m.participant end)
$$;
--> statement-breakpoint
create function status_event(m message) returns jsonb language sql stable as $$
  select status_key(m) || jsonb_build_object('timestamp', m.at_sec, 'type', m.type, 'text', m.text,
    'pushName', m.push_name, 'origin', m.origin)
$$;
--> statement-breakpoint
create or replace function log_message_stored() returns trigger language plpgsql as $$
begin
  if new.chat = 'status@broadcast' then
    insert into event_log (user_id, client_id, name, chat, data)
    select c.user_id, new.client_id, case when new.from_me then 'status.posted' else 'status.received' end, new.chat,
      status_event(new)
    from client c where c.id = new.client_id and new.type not in ('reaction', 'edit', 'revoke', 'pin');
    return null;
  end if;
  insert into event_log (user_id, client_id, name, chat, data)
  select c.user_id, new.client_id, case when new.from_me then 'message.sent' else 'message.received' end, new.chat,
    message_event(new)
  from client c where c.id = new.client_id;
  return null;
end $$;
--> statement-breakpoint
-- As the function below, of statuses: that somebody has seen one is written with the receipt.
create function log_status_changed(was message, m message, owner text, is_sent boolean) returns void language plpgsql as $$
declare
  key jsonb := status_key(m);
begin
  if is_sent then
    insert into event_log (user_id, client_id, name, chat, data)
    values (owner, m.client_id, 'status.posted', m.chat, status_event(m));
  elsif m.status = 'ERROR' and was.status <> 'ERROR' then
    insert into event_log (user_id, client_id, name, chat, data)
    values (owner, m.client_id, 'status.failed', m.chat, key || jsonb_build_object('error', m.error, 'failure',
      case when m.error_params is not null then jsonb_build_object('code', m.error_code, 'params', m.error_params) end));
  end if;
  if m.revoked_at is distinct from was.revoked_at then
    insert into event_log (user_id, client_id, name, chat, data)
    values (owner, m.client_id, 'status.deleted', m.chat, key);
  elsif m.reactions is distinct from was.reactions then
    insert into event_log (user_id, client_id, name, chat, data)
    select owner, m.client_id, 'status.reaction', m.chat,
      key || jsonb_build_object('by', person, 'reaction', coalesce(m.reactions ->> person, ''))
    from jsonb_object_keys(coalesce(was.reactions, '{}') || coalesce(m.reactions, '{}')) as person
    where was.reactions ->> person is distinct from m.reactions ->> person;
  end if;
end $$;
--> statement-breakpoint
-- A receipt can be stored before the acknowledgement of the network: such a message is told as sent too, before its receipt.
create or replace function log_message_changed() returns trigger language plpgsql as $$
declare
  was_open boolean := old.status in ('PENDING', 'ERROR') and old.server_at is null;
  is_sent boolean := new.from_me and was_open and new.status not in ('PENDING', 'ERROR');
  owner text := (select user_id from client where id = new.client_id);
  key jsonb := jsonb_build_object('jid', new.chat, 'id', new.id, 'fromMe', new.from_me, 'participant', new.participant);
begin
  if owner is null then return null; end if;
  if new.chat = 'status@broadcast' then
    if new.type not in ('reaction', 'edit', 'revoke', 'pin') then
      perform log_status_changed(old, new, owner, is_sent);
    end if;
    return null;
  end if;
  if is_sent then
    insert into event_log (user_id, client_id, name, chat, data)
    values (owner, new.client_id, 'message.sent', new.chat, message_event(new));
  end if;
  if new.status is distinct from old.status and not (is_sent and new.status = 'SERVER_ACK') then
    insert into event_log (user_id, client_id, name, chat, data)
    values (owner, new.client_id, 'message.status', new.chat,
      key || jsonb_build_object('status', new.status, 'error', new.error, 'failure',
        case when new.error_params is not null
          then jsonb_build_object('code', new.error_code, 'params', new.error_params) end));
  end if;
  if new.revoked_at is distinct from old.revoked_at then
    insert into event_log (user_id, client_id, name, chat, data)
    values (owner, new.client_id, 'message.deleted', new.chat, key);
    return null;
  end if;
  if new.edited_at is distinct from old.edited_at then
    insert into event_log (user_id, client_id, name, chat, data)
    values (owner, new.client_id, 'message.edited', new.chat, key || jsonb_build_object('text', new.text));
  end if;
  if new.reactions is distinct from old.reactions then
    insert into event_log (user_id, client_id, name, chat, data)
    select owner, new.client_id, 'message.reaction', new.chat,
      key || jsonb_build_object('by', person, 'reaction', coalesce(new.reactions ->> person, ''))
    from jsonb_object_keys(coalesce(old.reactions, '{}') || coalesce(new.reactions, '{}')) as person
    where old.reactions ->> person is distinct from new.reactions ->> person;
  end if;
  if new.votes is distinct from old.votes then
    insert into event_log (user_id, client_id, name, chat, data)
    select owner, new.client_id, 'message.vote', new.chat,
      key || jsonb_build_object('by', person, 'options', coalesce(new.votes -> person, '[]'))
    from jsonb_object_keys(coalesce(old.votes, '{}') || coalesce(new.votes, '{}')) as person
    where old.votes -> person is distinct from new.votes -> person;
  end if;
  return null;
end $$;
