-- What people of a team note in a conversation for each other; it is never sent.
alter table conversation_entry add column text text;
--> statement-breakpoint
alter table conversation_entry add column edited_at timestamptz;
--> statement-breakpoint
create or replace function log_entry() returns trigger language plpgsql as $$
declare
  entry conversation_entry;
begin
  if tg_op = 'DELETE' then entry := old; else entry := new; end if;
  insert into event_log (user_id, client_id, name, chat, data)
  select c.user_id, c.id, 'conversation.entry', entry.chat, jsonb_build_object('jid', entry.chat, 'entryId', entry.id,
    'kind', entry.kind, 'change', case tg_op when 'INSERT' then 'added' when 'UPDATE' then 'edited' else 'deleted' end)
  from client c where c.id = entry.client_id;
  return null;
end $$;
--> statement-breakpoint
create trigger conversation_entry_edited after update on conversation_entry for each row
  when (old.text is distinct from new.text) execute function log_entry();
--> statement-breakpoint
create trigger conversation_entry_deleted after delete on conversation_entry for each row execute function log_entry();
