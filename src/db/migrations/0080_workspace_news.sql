-- What a workspace has for all of its pages: somebody added a department, and every open page is to offer it.
create function log_workspace_changed() returns trigger language plpgsql as $$
declare
  changed jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  -- What goes with its workspace is told to nobody.
  insert into event_log (user_id, name, data)
  select w.id, 'workspace.updated', jsonb_build_object('part', tg_argv[0])
  from workspace w where w.id = changed ->> tg_argv[1];
  return null;
end $$;

create trigger department_changed after insert or delete or update of name, rule, hours, otherwise_id on department
  for each row execute function log_workspace_changed('departments', 'user_id');

create trigger label_changed after insert or delete or update of name, colour on label
  for each row execute function log_workspace_changed('labels', 'user_id');

create trigger canned_reply_changed after insert or delete or update of title, shortcut, text, asset_id on canned_reply
  for each row execute function log_workspace_changed('replies', 'user_id');

-- Its owner comes with a workspace.
create trigger member_joined after insert on workspace_member
  for each row when (new.role <> 'owner') execute function log_workspace_changed('members', 'workspace_id');

create trigger member_changed after delete or update of role, client_ids, away_since on workspace_member
  for each row execute function log_workspace_changed('members', 'workspace_id');
