-- How long contacts waited for a person: a row once a wait is over, written where it ends, so it is true whichever build acts.
create table conversation_wait (
  id bigint generated always as identity primary key,
  client_id uuid not null references client on delete cascade,
  chat text not null,
  began_at timestamptz not null,
  ended_at timestamptz not null,
  is_answered boolean not null,
  answered_by text,
  department_id uuid references department on delete set null,
  assigned_to text
);
--> statement-breakpoint
create index conversation_wait_by_client on conversation_wait (client_id, began_at);
--> statement-breakpoint
create index conversation_wait_of_department on conversation_wait (department_id) where department_id is not null;
--> statement-breakpoint
alter table conversation add column answered_seq bigint;
--> statement-breakpoint
create or replace function note_written() returns trigger language plpgsql as $$
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
  update conversation c set state = 'open', waiting_since = null, answered_seq = a.seq, updated_at = now() from added a
    where a.from_me and (a.origin = 'phone' or a.origin = 'api' and exists (select from person_send p
        where p.client_id = a.client_id and p.message_id = a.id))
      and c.client_id = a.client_id and c.chat = a.chat and c.state = 'waiting' and c.last_seq < a.seq;
  return null;
end $$;
--> statement-breakpoint
create function note_waited() returns trigger language plpgsql as $$
begin
  insert into conversation_wait (client_id, chat, began_at, ended_at, is_answered, answered_by, department_id, assigned_to)
  select new.client_id, new.chat, old.waiting_since, now(), new.answered_seq is distinct from old.answered_seq,
    case when new.answered_seq is distinct from old.answered_seq then (
      select coalesce(m.sent_by, case when m.origin = 'phone' then 'phone' end) from message m where m.seq = new.answered_seq) end,
    new.department_id, new.assigned_to;
  return null;
end $$;
--> statement-breakpoint
create trigger conversation_waited after update on conversation for each row
  when (old.state = 'waiting' and new.state <> 'waiting' and old.waiting_since is not null)
  execute function note_waited();
