-- Fields that people have defined for their contacts. The values are where they were: contact_automation.fields.
create table contact_field (
  user_id text not null references "user" on delete cascade,
  name text not null,
  label text not null,
  type text not null,
  choices jsonb not null default '[]'::jsonb,
  description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint contact_field_user_id_name_pk primary key (user_id, name)
);
