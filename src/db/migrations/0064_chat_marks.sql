-- What the account's phone and linked devices keep of a chat. A chat of which nothing was ever changed has no row.
create table chat_mark (
  client_id uuid not null references client on delete cascade,
  chat text not null,
  is_archived boolean not null default false,
  is_pinned boolean not null default false,
  muted_until_ms bigint,
  is_unread boolean not null default false,
  constraint chat_mark_client_id_chat_pk primary key (client_id, chat)
);
