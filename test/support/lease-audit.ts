import type { Pool } from 'pg'

/**
 * Watches from inside the database which process writes whose keys. Processes are told apart by their application_name;
 * whoever last raised a client's epoch is its owner, and every other writer of its keys is a stale one. It relies on
 * nothing the service says of itself.
 */
const INSTALL = `
create table audit_owner (client_id uuid primary key, epoch bigint not null, process text not null);
create table audit_write (process text not null, is_stale boolean not null, clients int not null);

create function audit_lease() returns trigger language plpgsql as $$
begin
  insert into audit_owner values (new.client_id, new.epoch, current_setting('application_name'))
  on conflict (client_id) do update set epoch = excluded.epoch, process = excluded.process;
  return null;
end $$;
create trigger audit_first_lease after insert on client_lease for each row execute function audit_lease();
create trigger audit_lease after update on client_lease for each row
  when (old.epoch is distinct from new.epoch) execute function audit_lease();

create function audit_keys() returns trigger language plpgsql as $$
begin
  insert into audit_write
  select current_setting('application_name'),
         o.process <> current_setting('application_name') or o.epoch <> l.epoch or l.owner is null, count(*)
  from (select distinct client_id from changed) c
  join client_lease l using (client_id) join audit_owner o using (client_id)
  group by 2;
  return null;
end $$;
`

const TABLES = ['credential', 'credential_key', 'inbound_journal']

const WATCH = TABLES.flatMap((table) => [
  `create trigger audit_insert after insert on ${table} referencing new table as changed
   for each statement execute function audit_keys()`,
  `create trigger audit_update after update on ${table} referencing new table as changed
   for each statement execute function audit_keys()`,
]).join(';')

/** From now on every change of hands and every write of keys is on record. Install it before there are clients. */
export async function installLeaseAudit(pool: Pool): Promise<void> {
  await pool.query(INSTALL)
  await pool.query(WATCH)
}

/** How often keys of a client were written, and how often by a process that did not own it. */
export async function readLeaseAudit(pool: Pool): Promise<{ writes: number; stale: number }> {
  const { rows } = await pool.query<{ writes: number; stale: number }>(
    `select coalesce(sum(clients), 0)::int as writes,
            coalesce(sum(clients) filter (where is_stale), 0)::int as stale from audit_write`,
  )
  return rows[0] ?? { writes: 0, stale: 0 }
}
