-- Models that turn texts into vectors, and the vectors of pieces of documents.
alter table model add column kind text not null default 'chat';
--> statement-breakpoint
alter table model add column dimensions integer;
--> statement-breakpoint
-- Which model an account's documents are embedded by; `fingerprint` and `dimensions` are those of the vectors there are.
create table knowledge_meaning (
  user_id text primary key references workspace on delete cascade,
  model text,
  fingerprint text,
  dimensions integer,
  version bigint not null default 0,
  removed bigint not null default 0,
  failures integer not null default 0,
  problem jsonb
);
--> statement-breakpoint
alter table knowledge_document add column embedded integer not null default 0;
--> statement-breakpoint
alter table knowledge_document add column refused integer not null default 0;
--> statement-breakpoint
-- Without a vector: the model's server refuses this piece.
create table knowledge_vector (
  piece_id bigint primary key references knowledge_piece on delete cascade,
  document_id uuid not null,
  user_id text not null,
  version bigint not null,
  vector bytea
);
--> statement-breakpoint
alter table knowledge_vector alter column vector set storage external;
--> statement-breakpoint
create index knowledge_vector_by_user on knowledge_vector (user_id, version, piece_id);
