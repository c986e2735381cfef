import { statement } from '../../db/statement.ts'

/**
 * Counts an e-mail of a client before it is sent, by the day in UTC; no row: its limit of the day is reached. Over the primary key.
 * Days that are over go with the first e-mail of the next.
 */
export const COUNT_EMAIL = statement<{ day: number }>(
  'email_count',
  `with today as (select (extract(epoch from now()) / 86400)::int as day),
   gone as (delete from email_day using today where client_id = $1 and email_day.day < today.day)
   insert into email_day (client_id, day, count) select $1, day, 1 from today where $2::int > 0
   on conflict (client_id, day) do update set count = email_day.count + 1 where email_day.count < $2::int
   returning day`,
)

/** Takes back a count of that day, of an e-mail that was certainly not taken. Over the primary key. */
export const UNCOUNT_EMAIL = statement(
  'email_uncount',
  'update email_day set count = count - 1 where client_id = $1 and day = $2 and count > 0',
)
