-- Texts that people of a workspace send again and again. Without a text of its own, a file is what is sent.
create table canned_reply (
  id uuid primary key,
  user_id text not null references workspace on delete cascade,
  title text not null,
  shortcut text not null,
  text text not null,
  asset_id uuid references asset on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
--> statement-breakpoint
create unique index canned_reply_by_shortcut on canned_reply (user_id, shortcut);
--> statement-breakpoint
create index canned_reply_of_asset on canned_reply (asset_id) where asset_id is not null;
