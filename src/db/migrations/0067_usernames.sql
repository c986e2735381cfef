-- The name by which people may be found whose number the network hides. It is not unique: whoever gives one up leaves it to others.
alter table contact add column username text;
create index contact_by_username on contact (client_id, lower(username)) where username is not null;
--> statement-breakpoint
create or replace function log_contact() returns trigger language plpgsql as $$
begin
  insert into event_log (user_id, client_id, name, chat, data)
  select c.user_id, c.id, 'contact.updated', new.id, jsonb_build_object('jid', new.id, 'lid', new.lid,
    'phoneNumber', '+' || split_part(new.phone, '@', 1), 'name', new.name, 'notify', new.notify, 'username', new.username)
  from client c where c.id = new.client_id;
  return null;
end $$;
--> statement-breakpoint
drop trigger contact_changed on contact;
--> statement-breakpoint
create trigger contact_changed after update on contact for each row
  when ((old.id, old.lid, old.phone, old.name, old.notify, old.username)
    is distinct from (new.id, new.lid, new.phone, new.name, new.notify, new.username))
  execute function log_contact();
