-- Who sent a message by the interface: `user:` with the id of a person, or `key:` with that of a key. What flows sent is known
-- by their outbox, and what the phone sent by its origin.
alter table message add column sent_by text;
