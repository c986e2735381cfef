-- What people are told of, and their devices. Notices are written by a trigger, and only where a device waits for them.
create table notification_choice (
  user_id text primary key references "user" on delete cascade,
  conversations text not null default 'mine',
  contents boolean not null default false,
  updated_at timestamptz not null default now()
);
--> statement-breakpoint
create table push_subscription (
  id uuid primary key,
  user_id text not null references "user" on delete cascade,
  session_id text not null references session on delete cascade,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  language text not null,
  created_at timestamptz not null default now(),
  constraint push_subscription_endpoint_unique unique (endpoint)
);
--> statement-breakpoint
create index push_subscription_of_user on push_subscription (user_id);
--> statement-breakpoint
create index push_subscription_of_session on push_subscription (session_id);
--> statement-breakpoint
create table notice (
  seq bigint generated always as identity primary key,
  client_id uuid not null references client on delete cascade,
  chat text not null,
  kind text not null,
  assigned_to text,
  created_at timestamptz not null default now()
);
--> statement-breakpoint
create table push_delivery (
  subscription_id uuid not null references push_subscription on delete cascade,
  client_id uuid not null references client on delete cascade,
  chat text not null,
  kind text not null,
  version bigint not null,
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  constraint push_delivery_pk primary key (subscription_id, client_id, chat)
);
--> statement-breakpoint
create index push_delivery_due on push_delivery (due_at);
--> statement-breakpoint
create function note_notice() returns trigger language plpgsql as $$
declare
  told text;
begin
  if tg_op = 'INSERT' then
    told := case when new.state = 'waiting' then 'waiting' when new.assigned_to is not null then 'assigned' end;
  elsif new.assigned_to is not null and new.assigned_to is distinct from old.assigned_to then told := 'assigned';
  elsif new.state = 'waiting' and old.state <> 'waiting' then told := 'waiting';
  elsif new.assigned_to is not null and new.state = 'waiting' and new.last_seq > old.last_seq then told := 'message';
  end if;
  if told is not null and exists (select from push_subscription) then
    insert into notice (client_id, chat, kind, assigned_to) values (new.client_id, new.chat, told, new.assigned_to);
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger conversation_told after insert or update on conversation for each row execute function note_notice();
