-- How many e-mails the flows of a client have sent on a day.
create table email_day (
  client_id uuid not null references client on delete cascade,
  day integer not null,
  count integer not null,
  constraint email_day_client_id_day_pk primary key (client_id, day)
);
