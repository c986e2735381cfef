-- When a chat was last cleared and deleted on the account's devices, in milliseconds, so that each is told of once; and who asked for
-- such a thing here last, at which time.
alter table chat_mark
  add column cleared_ms bigint,
  add column deleted_ms bigint,
  add column asked_ms bigint,
  add column asked_by text;
