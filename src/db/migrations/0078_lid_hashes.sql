-- The network names people by a hash of their LID, as its web client makes it.
create index contact_by_lid_hash on contact (client_id, encode(substring(decode(md5(split_part(lid, '@', 1) || 'WA_ADD_NOTIF'), 'hex') from 1 for 3), 'base64'))
  where lid is not null;
