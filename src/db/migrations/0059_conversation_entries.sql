-- What was done with conversations, by whom: written in the transaction of the act, so it is true whichever build acts.
create table conversation_entry (
  id uuid not null default gen_random_uuid(),
  client_id uuid not null references client on delete cascade,
  chat text not null,
  at timestamptz not null default clock_timestamp(),
  kind text not null,
  actor text not null,
  facts jsonb not null default '{}',
  constraint conversation_entry_pk primary key (id)
);
--> statement-breakpoint
create index conversation_entry_page on conversation_entry (client_id, chat, at, id);
--> statement-breakpoint
create function note_entry(client uuid, chat text, kind text, actor text, facts jsonb) returns void language sql as $$
  insert into conversation_entry (client_id, chat, kind, actor, facts) values ($1, $2, $3, $4, $5)
$$;
--> statement-breakpoint
create function note_takeover() returns trigger language plpgsql as $$
declare
  cause jsonb := new.handoff_by;
  holds boolean := coalesce(new.handoff_until > now(), false);
  held boolean := coalesce(old.handoff_until > now(), false);
  made text;
  maker text;
begin
  if holds and cause ->> 'kind' in ('flow', 'loop_guard') then
    made := 'needs_person';
    maker := 'flow:' || (cause ->> 'flowId');
  elsif holds and cause ->> 'kind' = 'person' and (not held or old.handoff_by ->> 'kind' is distinct from 'person'
      or old.handoff_by ->> 'by' is distinct from cause ->> 'by')
    and exists (select from flow f where f.client_id = new.client_id and f.is_active) then
    made := 'taken_over';
    maker := coalesce(cause ->> 'by', 'phone');
  elsif held and not holds then
    made := 'given_back';
    maker := coalesce(cause ->> 'by', 'flow:' || (cause ->> 'flowId'), 'system');
  end if;
  -- Contacts that become one bring over what was noted when it was done.
  if made is not null and not exists (select from conversation_entry e where e.client_id = new.client_id and e.chat = new.jid
      and e.kind = made and e.at = to_timestamp((cause ->> 'at')::float8 / 1000)) then
    insert into conversation_entry (client_id, chat, at, kind, actor, facts)
    values (new.client_id, new.jid, coalesce(to_timestamp((cause ->> 'at')::float8 / 1000), clock_timestamp()), made, maker,
      jsonb_strip_nulls(jsonb_build_object('nodeId', cause ->> 'nodeId',
        'until', case when holds then to_jsonb(new.handoff_until) end)));
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger taken_over after update on contact_automation for each row
  when ((old.handoff_until, old.handoff_by) is distinct from (new.handoff_until, new.handoff_by))
  execute function note_takeover();
--> statement-breakpoint
create function note_reopened() returns trigger language plpgsql as $$
begin
  perform note_entry(new.client_id, new.chat, 'reopened', 'contact', '{}');
  return null;
end $$;
--> statement-breakpoint
create trigger conversation_reopened after update on conversation for each row
  when (old.state in ('snoozed', 'resolved') and new.state in ('open', 'waiting') and new.last_seq > old.last_seq)
  execute function note_reopened();
--> statement-breakpoint
create or replace function unassign_member() returns trigger language plpgsql as $$
begin
  with freed as (
    update conversation c set assigned_to = null, updated_at = now() from client k
      where c.assigned_to = old.user_id and k.id = c.client_id and k.user_id = old.workspace_id
      returning c.client_id, c.chat
  )
  insert into conversation_entry (client_id, chat, kind, actor, facts)
    select client_id, chat, 'unassigned', 'system', jsonb_build_object('userId', old.user_id) from freed;
  return null;
end $$;
--> statement-breakpoint
create function log_entry() returns trigger language plpgsql as $$
begin
  insert into event_log (user_id, client_id, name, chat, data)
  select c.user_id, c.id, 'conversation.entry', new.chat, jsonb_build_object('jid', new.chat, 'entryId', new.id,
    'kind', new.kind, 'change', 'added')
  from client c where c.id = new.client_id;
  return null;
end $$;
--> statement-breakpoint
create trigger conversation_entry_made after insert on conversation_entry for each row execute function log_entry();
