-- Messages that the account's phone and linked devices have starred; one may be of a message that is not stored here.
create table message_star (
  client_id uuid not null references client on delete cascade,
  chat text not null,
  message_id text not null,
  from_me boolean not null,
  constraint message_star_pk primary key (client_id, chat, message_id, from_me)
);
