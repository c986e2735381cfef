-- Everything belongs to a workspace. `user_id` of what people make here is from now on the id of a workspace: the first
-- workspace of each person has the id of their account, so that no row has to be changed.
create table workspace (
  id text primary key,
  name text not null,
  plan text not null default 'free',
  created_at timestamptz not null default now()
);
--> statement-breakpoint
create table workspace_member (
  workspace_id text not null references workspace on delete cascade,
  user_id text not null references "user" on delete cascade,
  role text not null,
  client_ids uuid[],
  created_at timestamptz not null default now(),
  constraint workspace_member_pk primary key (workspace_id, user_id)
);
--> statement-breakpoint
create index workspace_member_by_user on workspace_member (user_id, created_at);
--> statement-breakpoint
create unique index workspace_owner on workspace_member (workspace_id) where role = 'owner';
--> statement-breakpoint
insert into workspace (id, name, plan, created_at) select id, name, plan, created_at from "user";
--> statement-breakpoint
insert into workspace_member (workspace_id, user_id, role, created_at) select id, id, 'owner', created_at from "user";
--> statement-breakpoint
alter table session add column workspace_id text references workspace on delete set null;
--> statement-breakpoint
create index session_by_workspace on session (workspace_id) where workspace_id is not null;
--> statement-breakpoint
alter table api_key add column workspace_id text references workspace on delete cascade;
--> statement-breakpoint
create index api_key_by_workspace on api_key (workspace_id) where workspace_id is not null;
--> statement-breakpoint
alter table client add column created_by text;
--> statement-breakpoint
alter table flow add column created_by text;
--> statement-breakpoint
alter table client drop constraint client_user_id_user_id_fk,
  add constraint client_workspace_fk foreign key (user_id) references workspace on delete cascade;
--> statement-breakpoint
alter table flow drop constraint flow_user_id_user_id_fk,
  add constraint flow_workspace_fk foreign key (user_id) references workspace on delete cascade;
--> statement-breakpoint
alter table secret drop constraint secret_user_id_user_id_fk,
  add constraint secret_workspace_fk foreign key (user_id) references workspace on delete cascade;
--> statement-breakpoint
alter table webhook drop constraint webhook_user_id_user_id_fk,
  add constraint webhook_workspace_fk foreign key (user_id) references workspace on delete cascade;
--> statement-breakpoint
alter table asset drop constraint asset_user_id_user_id_fk,
  add constraint asset_workspace_fk foreign key (user_id) references workspace on delete cascade;
--> statement-breakpoint
alter table model drop constraint model_user_id_fkey,
  add constraint model_workspace_fk foreign key (user_id) references workspace on delete cascade;
--> statement-breakpoint
alter table model_call drop constraint model_call_user_id_fkey,
  add constraint model_call_workspace_fk foreign key (user_id) references workspace on delete cascade;
--> statement-breakpoint
alter table knowledge_document drop constraint knowledge_document_user_id_fkey,
  add constraint knowledge_document_workspace_fk foreign key (user_id) references workspace on delete cascade;
--> statement-breakpoint
alter table knowledge_word drop constraint knowledge_word_user_id_fkey,
  add constraint knowledge_word_workspace_fk foreign key (user_id) references workspace on delete cascade;
--> statement-breakpoint
alter table data_table drop constraint data_table_user_id_fkey,
  add constraint data_table_workspace_fk foreign key (user_id) references workspace on delete cascade;
--> statement-breakpoint
alter table contact_field drop constraint contact_field_user_id_fkey,
  add constraint contact_field_workspace_fk foreign key (user_id) references workspace on delete cascade;
--> statement-breakpoint
-- Whoever has no workspace gets one of their own. The build of before makes accounts without knowing of it.
create function give_workspace(person text) returns void language plpgsql as $$
declare
  new_id text;
begin
  select case when exists (select from workspace w where w.id = u.id) then gen_random_uuid()::text else u.id end
    into new_id
    from "user" u where u.id = person and not exists (select from workspace_member m where m.user_id = u.id);
  if new_id is null then return; end if;
  insert into workspace (id, name, plan) select new_id, u.name, u.plan from "user" u where u.id = person;
  insert into workspace_member (workspace_id, user_id, role) values (new_id, person, 'owner');
end $$;
--> statement-breakpoint
create function give_first_workspace() returns trigger language plpgsql as $$
begin
  perform give_workspace(new.id);
  return null;
end $$;
--> statement-breakpoint
create trigger user_made after insert on "user" for each row execute function give_first_workspace();
--> statement-breakpoint
create function pass_on_plan() returns trigger language plpgsql as $$
begin
  update workspace w set plan = new.plan from workspace_member m
    where m.user_id = new.id and m.role = 'owner' and w.id = m.workspace_id;
  return null;
end $$;
--> statement-breakpoint
create trigger user_plan_changed after update on "user" for each row when (old.plan is distinct from new.plan)
  execute function pass_on_plan();
--> statement-breakpoint
create function leave_workspace() returns trigger language plpgsql as $$
begin
  delete from workspace w where w.id = old.workspace_id
    and not exists (select from workspace_member m where m.workspace_id = w.id);
  perform give_workspace(old.user_id);
  return null;
end $$;
--> statement-breakpoint
create trigger workspace_left after delete on workspace_member for each row execute function leave_workspace();
--> statement-breakpoint
drop trigger user_forgotten on "user";
--> statement-breakpoint
drop function forget_user_events;
--> statement-breakpoint
create function forget_workspace_events() returns trigger language plpgsql as $$
begin
  delete from event_log where user_id = old.id;
  return null;
end $$;
--> statement-breakpoint
create trigger workspace_forgotten after delete on workspace for each row execute function forget_workspace_events();
