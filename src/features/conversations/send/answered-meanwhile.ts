import type { Database } from '../../../db/client.ts'
import { statement } from '../../../db/statement.ts'
import { answeredMeanwhile, messageNotFound } from '../records/refusals.ts'
import { ERROR_CODE } from '../records/stored-error.ts'
import { HIDDEN_TYPES } from '../records/stored-message.ts'
import { insertPending, type PendingMessage } from './send-sql.ts'

/** Held until the commit: what people write in one conversation is stored one after the other, whichever process stores it. */
const LOCK = statement<never>(
  'chat_lock_answers',
  `select pg_advisory_xact_lock(hashtextextended('answers in ' || $1::text || '/' || $2, 0))`,
)

/** A key says of what it sends whether a person wrote it; who that was, only its program knows. */
const OF_PERSON = `(m.sent_by like 'user:%' or m.sent_by like 'human:%')`

/**
 * The newest message of another person, here or at the phone, that the sender did not see: stored after the first of those
 * they name, and none of them. What was certainly not sent is no answer. A phone's clock is the network's, so the day before
 * is looked at too, over message_page. Where all they name were deleted here meanwhile, they saw nothing of what is there.
 */
const FIND_ANSWER = statement<{ isKnown: boolean; answer: string | null }>(
  'chat_find_unseen_answer',
  `with seen as materialized (
     select count(*)::int as known, coalesce(min(seq), 0) as seq, coalesce(min(at_sec), 0) as at_sec from message
     where client_id = $1 and id = any($3::text[]) and chat = $2
   )
   select seen.known > 0 or exists (
     select from chat_mark k where k.client_id = $1 and k.chat = $2 and k.asked_ms is not null
   ) as "isKnown", (
     select m.id from message m
     where m.client_id = $1 and m.chat = $2 and m.at_sec >= seen.at_sec - 86400 and m.from_me and m.seq > seen.seq
       and (m.origin = 'phone' or ${OF_PERSON} and m.sent_by is distinct from $4)
       and m.id <> all($3::text[]) and m.type not in ${HIDDEN_TYPES}
       and (m.status <> 'ERROR' or ${ERROR_CODE} = 'OUTCOME_UNKNOWN')
     order by m.at_sec desc, m.seq desc limit 1
   ) as answer from seen`,
)

/** Whether it has its place among what people write in a conversation. */
export const isOfPerson = ({ sentBy, seen }: PendingMessage): boolean =>
  seen !== undefined || /^(user|human):/.test(sentBy ?? '')

/**
 * Stores what a person writes. Answers whether it is new; throws when another person answered since what its sender saw.
 * The conversation is looked at by a statement after the one that waits, as one sees only what was committed when it began.
 */
export function insertInOrder(db: Database, message: PendingMessage): Promise<boolean> {
  const { clientId, chat, seen, sentBy = null } = message
  return db.transaction(async (tx) => {
    await tx.query(LOCK, [clientId, chat])
    if (seen) {
      const found = await tx.queryOne(FIND_ANSWER, [clientId, chat, seen, sentBy])
      if (found?.isKnown === false && seen[0] !== undefined) throw messageNotFound(seen[0])
      if (found?.answer) throw answeredMeanwhile(found.answer)
    }
    const [isNew] = await insertPending(tx, [message])
    return isNew === true
  })
}
