-- What is said of a client's state as a code with what varies; rows of before have the sentence in "detail" alone. Events of
-- states, and of messages that were not sent, carry the code too.
ALTER TABLE "client_state_log" ADD COLUMN "cause" jsonb;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "log_client_state" () RETURNS trigger LANGUAGE plpgsql AS $$
begin
  insert into event_log (user_id, client_id, name, data)
  select c.user_id, c.id, 'client.status', jsonb_build_object('status', new.status, 'code', new.code,
    'detail', new.detail, 'cause', new.cause, 'rawCode', new.raw_code)
  from client c where c.id = new.client_id;
  return null;
end $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "log_message_changed" () RETURNS trigger LANGUAGE plpgsql AS $$
declare
  was_open boolean := old.status in ('PENDING', 'ERROR') and old.server_at is null;
  is_sent boolean := new.from_me and was_open and new.status not in ('PENDING', 'ERROR');
  owner text := (select user_id from client where id = new.client_id);
  key jsonb := jsonb_build_object('jid', new.chat, 'id', new.id, 'fromMe', new.from_me, 'participant', new.participant);
begin
  if owner is null then return null; end if;
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
