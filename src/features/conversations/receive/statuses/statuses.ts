import { STATUS_ADDRESS } from '../../../../core/addresses.ts'
import { STATUS_LIFE_SEC } from '../../../../core/conversation/status-post.ts'
import { statement } from '../../../../db/statement.ts'
import type { Executor } from '../../../../db/transaction.ts'
import type { InboundMessage } from '../../../../network/port.ts'
import type { TargetMessage } from '../../records/message-changes.ts'

/** A status that came so late that nobody sees it any more; nor does anybody get one of the history. */
export const isOver = ({ key, atSec, origin }: InboundMessage, nowMs: number): boolean =>
  key.chat === STATUS_ADDRESS &&
  (origin === 'history' || (!key.fromMe && nowMs / 1000 - atSec > STATUS_LIFE_SEC))

// Index: message_identity.
const WRITER = statement<{ participant: string | null }>(
  'status_writer',
  `select participant from message where client_id = $1 and id = $2 and chat = '${STATUS_ADDRESS}' and not from_me`,
)

/** Whether somebody wrote this status of another's. */
export async function isWriterOfStatus(
  tx: Executor,
  clientId: string,
  id: string,
  person: string,
): Promise<boolean> {
  return (await tx.queryOne(WRITER, [clientId, id]))?.participant === person
}

/** Over message_identity and media_of_message. The file goes at the next look for those that are over. */
const DROP_FILE = statement<never>(
  'status_drop_file',
  `update media f set message_seq = null, expires_at = now() from message m
   where m.client_id = $1 and m.id = $2 and m.chat = $3 and m.from_me = $4 and f.message_seq = m.seq`,
)

/** What its writer took back is not kept here either. */
export const dropFileOfStatus = async (
  tx: Executor,
  { clientId, id, chat, fromMe }: TargetMessage,
): Promise<void> => void (await tx.query(DROP_FILE, [clientId, id, chat, fromMe]))
