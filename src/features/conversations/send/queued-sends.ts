import type { MediaContent, TextContent } from '../../../core/conversation/content.ts'
import { toJsonText } from '../../../db/json-text.ts'
import { statement } from '../../../db/statement.ts'
import type { Transaction } from '../../../db/transaction.ts'

/** A message for the outbox that no run stands for. */
export interface QueuedSend {
  id: string
  /** The canonical address of the contact. */
  contactJid: string
  /** Chosen before the first attempt, so that one sent again is shown once. */
  messageId: string
  content: TextContent | MediaContent
}

/** In the order given, behind what waits for the same contacts already. */
const INSERT = statement<never>(
  'outbox_queue',
  `insert into outbox (id, client_id, contact_jid, message_id, content)
   select r.id, $1, r.jid, r.message_id, r.content
   from unnest($2::uuid[], $3::text[], $4::text[], $5::jsonb[]) with ordinality as r(id, jid, message_id, content, ord)
   order by r.ord`,
)

/** Of those named, what was never tried; its conversations are as if it had not been asked for. */
const WITHDRAW = statement<{ messageId: string }>(
  'outbox_withdraw',
  `delete from outbox where client_id = $1 and message_id = any($2::text[]) and status = 'pending' and attempts = 0
     and flow_state_id is null
   returning message_id as "messageId"`,
)

/**
 * Puts messages into the outbox of a client, from which they go as those of flows do: in order for each contact, at the client's
 * rate, within WhatsApp's limits on new conversations. After the commit, wake the client's outbox (`outbox.wake`).
 */
export async function queueSends(
  tx: Transaction,
  clientId: string,
  sends: readonly QueuedSend[],
): Promise<void> {
  if (sends.length === 0) return
  await tx.query(INSERT, [
    clientId,
    sends.map(({ id }) => id),
    sends.map(({ contactJid }) => contactJid),
    sends.map(({ messageId }) => messageId),
    sends.map(({ content }) => toJsonText(content)),
  ])
}

/** Takes messages back that were not tried yet. Answers the ids of those that do not leave any more. */
export async function withdrawSends(
  tx: Transaction,
  clientId: string,
  messageIds: readonly string[],
): Promise<string[]> {
  if (messageIds.length === 0) return []
  return (await tx.query(WITHDRAW, [clientId, messageIds])).map(({ messageId }) => messageId)
}
