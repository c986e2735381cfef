-- Documents that people keep as knowledge, the pieces they were cut into, and the words in those.
create table knowledge_document (
  id uuid primary key,
  user_id text not null references "user" on delete cascade,
  collection text not null,
  title text not null,
  is_titled boolean not null,
  url text,
  file_name text,
  mimetype text not null,
  size_bytes bigint not null,
  sha256 bytea,
  state text not null default 'waiting',
  problem text,
  attempts integer not null default 0,
  pieces integer not null default 0,
  chars integer not null default 0,
  created_at timestamptz not null default now(),
  read_at timestamptz
);
--> statement-breakpoint
create unique index knowledge_document_by_content on knowledge_document (user_id, sha256) where url is null;
--> statement-breakpoint
create unique index knowledge_document_by_url on knowledge_document (user_id, url) where url is not null;
--> statement-breakpoint
create index knowledge_document_by_user on knowledge_document (user_id, id);
--> statement-breakpoint
create table knowledge_piece (
  id bigint primary key generated always as identity,
  document_id uuid not null references knowledge_document on delete cascade,
  user_id text not null,
  ordinal integer not null,
  body text not null,
  heading text,
  page integer,
  first_row integer,
  words tsvector not null
);
--> statement-breakpoint
create unique index knowledge_piece_by_document on knowledge_piece (document_id, ordinal);
--> statement-breakpoint
create index knowledge_piece_by_word on knowledge_piece using gin (words);
--> statement-breakpoint
create table knowledge_word (
  user_id text not null references "user" on delete cascade,
  word text not null,
  pieces integer not null,
  constraint knowledge_word_user_id_word_pk primary key (user_id, word)
);
