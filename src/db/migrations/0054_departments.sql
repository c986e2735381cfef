-- Departments: people of a workspace who get conversations, by a rule that says which of them. And since when a member takes none.
create table department (
  id uuid primary key,
  user_id text not null references workspace on delete cascade,
  name text not null,
  rule text not null,
  hours jsonb,
  otherwise_id uuid references department on delete set null,
  turn bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
--> statement-breakpoint
create unique index department_by_name on department (user_id, lower(name));
--> statement-breakpoint
create index department_otherwise on department (otherwise_id) where otherwise_id is not null;
--> statement-breakpoint
create table department_member (
  department_id uuid not null references department on delete cascade,
  user_id text not null references "user" on delete cascade,
  turn bigint not null default 0,
  created_at timestamptz not null default now(),
  constraint department_member_pk primary key (department_id, user_id)
);
--> statement-breakpoint
create index department_member_by_user on department_member (user_id);
--> statement-breakpoint
alter table workspace_member add column away_since timestamptz;
--> statement-breakpoint
create function leave_departments() returns trigger language plpgsql as $$
begin
  delete from department_member m using department d
    where m.user_id = old.user_id and d.id = m.department_id and d.user_id = old.workspace_id;
  return null;
end $$;
--> statement-breakpoint
create trigger member_left_departments after delete on workspace_member for each row execute function leave_departments();
