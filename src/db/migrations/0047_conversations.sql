-- How far people are with a conversation: open, waiting for a person, snoozed, resolved, and whose it is. It is kept by
-- triggers, so it is true whichever build writes messages.
create table conversation (
  client_id uuid not null references client on delete cascade,
  chat text not null,
  state text not null default 'open',
  snoozed_until timestamptz,
  waiting_since timestamptz,
  assigned_to text references "user" on delete set null,
  last_seq bigint not null,
  updated_at timestamptz not null default now(),
  constraint conversation_client_id_chat_pk primary key (client_id, chat)
);
--> statement-breakpoint
create index conversation_open on conversation (client_id, last_seq) where state in ('open', 'waiting');
--> statement-breakpoint
create index conversation_waiting on conversation (client_id, last_seq) where state = 'waiting';
--> statement-breakpoint
create index conversation_snoozed on conversation (client_id, last_seq) where state = 'snoozed';
--> statement-breakpoint
create index conversation_resolved on conversation (client_id, last_seq) where state = 'resolved';
--> statement-breakpoint
create index conversation_waking on conversation (snoozed_until) where state = 'snoozed';
--> statement-breakpoint
create index conversation_assigned on conversation (assigned_to, last_seq) where assigned_to is not null;
--> statement-breakpoint
insert into conversation (client_id, chat, last_seq)
  select client_id, chat, max(seq) from message
  where not from_me and origin = 'contact' and chat <> 'status@broadcast' and type not in ('reaction', 'edit', 'revoke', 'pin')
  group by client_id, chat;
--> statement-breakpoint
create function note_written() returns trigger language plpgsql as $$
begin
  insert into conversation as c (client_id, chat, state, waiting_since, last_seq)
  select w.client_id, w.chat, case when w.needs_person then 'waiting' else 'open' end,
    case when w.needs_person then now() end, w.seq
  from (
    select a.client_id, a.chat, max(a.seq) as seq, a.chat not like '%@g.us' and (
        not exists (select from flow f where f.client_id = a.client_id and f.is_active)
        or exists (select from contact_automation p
          where p.client_id = a.client_id and p.jid = a.chat and p.handoff_until > now())) as needs_person
    from added a
    where not a.from_me and a.origin = 'contact' and a.chat <> 'status@broadcast'
      and a.type not in ('reaction', 'edit', 'revoke', 'pin')
    group by a.client_id, a.chat order by a.client_id, a.chat
  ) w
  on conflict (client_id, chat) do update set last_seq = excluded.last_seq, snoozed_until = null,
    state = case when excluded.state = 'waiting' or c.assigned_to is not null or c.state = 'waiting'
      then 'waiting' else 'open' end,
    waiting_since = case when excluded.state = 'waiting' or c.assigned_to is not null or c.state = 'waiting'
      then coalesce(c.waiting_since, now()) end,
    updated_at = now();
  update conversation c set state = 'open', waiting_since = null, updated_at = now() from added a
    where a.from_me and (a.origin = 'phone' or a.origin = 'api' and exists (select from person_send p
        where p.client_id = a.client_id and p.message_id = a.id))
      and c.client_id = a.client_id and c.chat = a.chat and c.state = 'waiting' and c.last_seq < a.seq;
  return null;
end $$;
--> statement-breakpoint
create trigger message_written after insert on message referencing new table as added for each statement
  execute function note_written();
--> statement-breakpoint
create function note_handed_over() returns trigger language plpgsql as $$
begin
  if new.handoff_until > now() and new.handoff_by ->> 'kind' in ('flow', 'loop_guard') then
    insert into conversation as c (client_id, chat, state, waiting_since, last_seq)
    select new.client_id, new.jid, 'waiting', now(), m.seq from (
      select q.seq from message q where q.client_id = new.client_id and q.chat = new.jid
      order by q.at_sec desc, q.seq desc limit 1) m
    on conflict (client_id, chat) do update set state = 'waiting', snoozed_until = null,
      waiting_since = coalesce(c.waiting_since, now()), updated_at = now();
  elsif new.handoff_until is null or new.handoff_until <= now() then
    update conversation set state = 'open', waiting_since = null, updated_at = now()
      where client_id = new.client_id and chat = new.jid and state = 'waiting';
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger handed_over after update on contact_automation for each row
  when ((old.handoff_until, old.handoff_by) is distinct from (new.handoff_until, new.handoff_by))
  execute function note_handed_over();
--> statement-breakpoint
create trigger handed_over_at_first after insert on contact_automation for each row
  when (new.handoff_until is not null) execute function note_handed_over();
--> statement-breakpoint
create function log_conversation() returns trigger language plpgsql as $$
begin
  insert into event_log (user_id, client_id, name, chat, data)
  select c.user_id, c.id, 'contact.updated', new.chat, jsonb_build_object('jid', new.chat, 'state', new.state,
    'snoozedUntil', new.snoozed_until, 'assignedTo', new.assigned_to)
  from client c where c.id = new.client_id;
  return null;
end $$;
--> statement-breakpoint
create trigger conversation_made after insert on conversation for each row
  when (new.state in ('snoozed', 'resolved') or new.assigned_to is not null) execute function log_conversation();
--> statement-breakpoint
create trigger conversation_changed after update on conversation for each row
  when ((old.snoozed_until, old.assigned_to) is distinct from (new.snoozed_until, new.assigned_to)
    or (old.state is distinct from new.state
      and (old.state in ('snoozed', 'resolved') or new.state in ('snoozed', 'resolved'))))
  execute function log_conversation();
--> statement-breakpoint
create function unassign_member() returns trigger language plpgsql as $$
begin
  update conversation c set assigned_to = null, updated_at = now() from client k
    where c.assigned_to = old.user_id and k.id = c.client_id and k.user_id = old.workspace_id;
  return null;
end $$;
--> statement-breakpoint
create trigger member_unassigned after delete on workspace_member for each row execute function unassign_member();
