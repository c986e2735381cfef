-- Files of which the row is gone, however it went: with a message's or a person's data, with a number, or with a workspace.
create table file_left (
  key text primary key,
  since timestamptz not null default now()
);
--> statement-breakpoint
create index file_left_by_since on file_left (since);
--> statement-breakpoint
create function note_media_left() returns trigger language plpgsql as $$
begin
  insert into file_left (key) select client_id || '/' || id from gone where state <> 'gone' on conflict do nothing;
  return null;
end $$;
--> statement-breakpoint
create trigger media_left after delete on media referencing old table as gone
  for each statement execute function note_media_left();
--> statement-breakpoint
create function note_assets_left() returns trigger language plpgsql as $$
begin
  insert into file_left (key)
  select 'assets/' || left(encode(sha256(convert_to(user_id, 'UTF8')), 'hex'), 16) || '/' || id from gone on conflict do nothing;
  return null;
end $$;
--> statement-breakpoint
create trigger asset_left after delete on asset referencing old table as gone
  for each statement execute function note_assets_left();
