-- How often addresses of flows were called, over all processes. Forgotten with a crash of the database, and then counted anew.
create unlogged table incoming_count (
  key text primary key,
  ends_at timestamptz not null,
  count integer not null
);
