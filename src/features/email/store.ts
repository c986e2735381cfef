import { statement } from '../../db/statement.ts'

/**
 * Counts an e-mail of a client before it is sent, by the day in UTC; no row: its limit of the day is reached. Over the primary key.
 * Days that are over go with the first e-mail of the next.
 */
export const COUNT_EMAIL = statement<{ count: number }>(
  'email_count',
  `with today as (select (extract(epoch from now()) / 86400)::int as day),
   gone as (delete from email_day using today where client_id = $1 and email_day.day < today.day)
   insert into email_day (client_id, day, count) select $1, day, 1 from today where $2::int > 0
   on conflict (client_id, day) do update set count = email_day.count + 1 where email_day.count < $2::int
   returning count`,
)
