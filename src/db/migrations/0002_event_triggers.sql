-- Writes the event log from the tables of the facts: what happened and the news of it commit together, whoever writes it.
-- Row triggers with a condition: a change that is no news costs the comparison and nothing else.
-- A transaction takes its number before its first event takes one: readers know by that which events may still come.
CREATE FUNCTION "number_transaction" () RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform pg_current_xact_id();
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER "transaction_numbered" BEFORE INSERT ON "event_log" FOR EACH STATEMENT
  EXECUTE FUNCTION "number_transaction" ();
--> statement-breakpoint
CREATE FUNCTION "message_event" (m "message") RETURNS jsonb LANGUAGE sql STABLE AS $$
  select jsonb_build_object('jid', m.chat, 'id', m.id, 'fromMe', m.from_me, 'participant', m.participant,
    'timestamp', m.at_sec, 'type', m.type, 'text', m.text, 'status', m.status, 'pushName', m.push_name,
    'quotedId', m.quoted_id, 'origin', m.origin)
$$;
--> statement-breakpoint
CREATE FUNCTION "log_message_stored" () RETURNS trigger LANGUAGE plpgsql AS $$
begin
  insert into event_log (user_id, client_id, name, chat, data)
  select c.user_id, new.client_id, case when new.from_me then 'message.sent' else 'message.received' end, new.chat,
    message_event(new)
  from client c where c.id = new.client_id;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER "message_stored" AFTER INSERT ON "message" FOR EACH ROW
  WHEN (new.origin <> 'history' and new.status not in ('PENDING', 'ERROR')) EXECUTE FUNCTION "log_message_stored" ();
--> statement-breakpoint
CREATE FUNCTION "log_message_changed" () RETURNS trigger LANGUAGE plpgsql AS $$
declare
  owner text := (select user_id from client where id = new.client_id);
  key jsonb := jsonb_build_object('jid', new.chat, 'id', new.id, 'fromMe', new.from_me, 'participant', new.participant);
begin
  if owner is null then return null; end if;
  if new.from_me and old.server_at is null and new.server_at is not null then
    insert into event_log (user_id, client_id, name, chat, data)
    values (owner, new.client_id, 'message.sent', new.chat, message_event(new));
  elsif new.status is distinct from old.status then
    insert into event_log (user_id, client_id, name, chat, data)
    values (owner, new.client_id, 'message.status', new.chat,
      key || jsonb_build_object('status', new.status, 'error', new.error));
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
--> statement-breakpoint
CREATE TRIGGER "message_changed" AFTER UPDATE ON "message" FOR EACH ROW
  WHEN (old.status is distinct from new.status or old.edited_at is distinct from new.edited_at
    or old.revoked_at is distinct from new.revoked_at or old.reactions is distinct from new.reactions
    or old.votes is distinct from new.votes)
  EXECUTE FUNCTION "log_message_changed" ();
--> statement-breakpoint
CREATE FUNCTION "log_client_state" () RETURNS trigger LANGUAGE plpgsql AS $$
begin
  insert into event_log (user_id, client_id, name, data)
  select c.user_id, c.id, 'client.status', jsonb_build_object('status', new.status, 'code', new.code,
    'detail', new.detail, 'rawCode', new.raw_code)
  from client c where c.id = new.client_id;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER "client_state_logged" AFTER INSERT ON "client_state_log" FOR EACH ROW
  EXECUTE FUNCTION "log_client_state" ();
--> statement-breakpoint
CREATE FUNCTION "log_contact" () RETURNS trigger LANGUAGE plpgsql AS $$
begin
  insert into event_log (user_id, client_id, name, chat, data)
  select c.user_id, c.id, 'contact.updated', new.id, jsonb_build_object('jid', new.id, 'lid', new.lid,
    'phoneNumber', '+' || split_part(new.phone, '@', 1), 'name', new.name, 'notify', new.notify)
  from client c where c.id = new.client_id;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER "contact_made" AFTER INSERT ON "contact" FOR EACH ROW EXECUTE FUNCTION "log_contact" ();
--> statement-breakpoint
CREATE TRIGGER "contact_changed" AFTER UPDATE ON "contact" FOR EACH ROW
  WHEN ((old.id, old.lid, old.phone, old.name, old.notify) is distinct from (new.id, new.lid, new.phone, new.name, new.notify))
  EXECUTE FUNCTION "log_contact" ();
--> statement-breakpoint
CREATE FUNCTION "log_contact_automation" () RETURNS trigger LANGUAGE plpgsql AS $$
begin
  insert into event_log (user_id, client_id, name, chat, data)
  select c.user_id, c.id, 'contact.updated', new.jid, jsonb_build_object('jid', new.jid, 'blacklist', new.blacklist,
    'favourite', new.favourite, 'tags', new.tags, 'handoffUntil', new.handoff_until)
  from client c where c.id = new.client_id;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER "contact_automation_changed" AFTER UPDATE ON "contact_automation" FOR EACH ROW
  WHEN ((old.blacklist, old.favourite, old.tags, old.handoff_until)
    is distinct from (new.blacklist, new.favourite, new.tags, new.handoff_until))
  EXECUTE FUNCTION "log_contact_automation" ();
--> statement-breakpoint
CREATE FUNCTION "log_flow_state" () RETURNS trigger LANGUAGE plpgsql AS $$
declare
  s flow_state := case when tg_op = 'DELETE' then old else new end;
begin
  insert into event_log (user_id, client_id, name, chat, data)
  select c.user_id, c.id, 'flow.state.changed', s.contact_jid, jsonb_build_object('flowStateId', s.id,
    'flowId', s.flow_id, 'contactJid', s.contact_jid, 'state', case when tg_op = 'DELETE' then 'removed' else s.state end,
    'currentNodeId', s.current_node_id, 'error', s.error)
  from client c where c.id = s.client_id;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER "flow_state_made" AFTER INSERT ON "flow_state" FOR EACH ROW EXECUTE FUNCTION "log_flow_state" ();
--> statement-breakpoint
CREATE TRIGGER "flow_state_changed" AFTER UPDATE ON "flow_state" FOR EACH ROW
  WHEN (old.state is distinct from new.state or old.current_node_id is distinct from new.current_node_id)
  EXECUTE FUNCTION "log_flow_state" ();
--> statement-breakpoint
CREATE TRIGGER "flow_state_removed" AFTER DELETE ON "flow_state" FOR EACH ROW
  WHEN (old.state not in ('completed', 'failed', 'cancelled', 'expired')) EXECUTE FUNCTION "log_flow_state" ();
--> statement-breakpoint
CREATE FUNCTION "forget_client_events" () RETURNS trigger LANGUAGE plpgsql AS $$
begin
  delete from event_log where user_id = old.user_id and client_id = old.id;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER "client_forgotten" AFTER DELETE ON "client" FOR EACH ROW EXECUTE FUNCTION "forget_client_events" ();
--> statement-breakpoint
CREATE FUNCTION "forget_user_events" () RETURNS trigger LANGUAGE plpgsql AS $$
begin
  delete from event_log where user_id = old.id;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER "user_forgotten" AFTER DELETE ON "user" FOR EACH ROW EXECUTE FUNCTION "forget_user_events" ();
