-- Which department has a conversation; changes of it are told with the others.
alter table conversation add column department_id uuid references department on delete set null;
--> statement-breakpoint
create index conversation_of_department on conversation (department_id, last_seq) where department_id is not null;
--> statement-breakpoint
create index conversation_unchosen on conversation (department_id, waiting_since)
  where department_id is not null and assigned_to is null and state = 'waiting';
--> statement-breakpoint
create or replace function log_conversation() returns trigger language plpgsql as $$
begin
  insert into event_log (user_id, client_id, name, chat, data)
  select c.user_id, c.id, 'contact.updated', new.chat, jsonb_build_object('jid', new.chat, 'state', new.state,
    'snoozedUntil', new.snoozed_until, 'assignedTo', new.assigned_to, 'departmentId', new.department_id)
  from client c where c.id = new.client_id;
  return null;
end $$;
--> statement-breakpoint
drop trigger conversation_made on conversation;
--> statement-breakpoint
create trigger conversation_made after insert on conversation for each row
  when (new.state in ('snoozed', 'resolved') or new.assigned_to is not null or new.department_id is not null)
  execute function log_conversation();
--> statement-breakpoint
drop trigger conversation_changed on conversation;
--> statement-breakpoint
create trigger conversation_changed after update on conversation for each row
  when ((old.snoozed_until, old.assigned_to, old.department_id)
      is distinct from (new.snoozed_until, new.assigned_to, new.department_id)
    or (old.state is distinct from new.state
      and (old.state in ('snoozed', 'resolved') or new.state in ('snoozed', 'resolved'))))
  execute function log_conversation();
