-- Whoever deletes their only workspace has a new one of the same id at once: nobody there is told of what went with the other.
create or replace function log_workspace_changed() returns trigger language plpgsql as $$
declare
  changed jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  -- What goes with its workspace is told to nobody, also where its owner has a new one of its id by then.
  insert into event_log (user_id, name, data)
  select w.id, 'workspace.updated', jsonb_build_object('part', tg_argv[0])
  from workspace w where w.id = changed ->> tg_argv[1] and not (tg_op = 'DELETE' and w.created_at = now());
  return null;
end $$;
