-- Whom notes name, so that they find it and are told, and whether they saw it.
create table conversation_mention (
  entry_id uuid not null references conversation_entry on delete cascade,
  user_id text not null references "user" on delete cascade,
  seen_at timestamptz,
  constraint conversation_mention_pk primary key (entry_id, user_id)
);
--> statement-breakpoint
create index conversation_mention_of_user on conversation_mention (user_id, entry_id);
--> statement-breakpoint
create index conversation_mention_unseen on conversation_mention (user_id, entry_id) where seen_at is null;
--> statement-breakpoint
alter table notification_choice add column mentions boolean not null default true;
--> statement-breakpoint
alter table notice add column told_to text;
--> statement-breakpoint
create function note_mention() returns trigger language plpgsql as $$
begin
  if exists (select from push_subscription s where s.user_id = new.user_id) then
    insert into notice (client_id, chat, kind, told_to)
      select e.client_id, e.chat, 'mention', new.user_id from conversation_entry e
      where e.id = new.entry_id and e.actor <> 'user:' || new.user_id;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger conversation_mentioned after insert on conversation_mention for each row execute function note_mention();
