import { statement } from '../../../db/statement.ts'
import type { Executor } from '../../../db/transaction.ts'

/** Over `message_identity`. */
const EDIT = statement<{ textBefore: string | null }>(
  'chat_edit',
  `with old as (
     select seq, text from message where client_id = $1 and id = $2 and chat = $3 and from_me = $4 for update
   )
   update message m set text = $5, bytes = $6, edited_at = to_timestamp($7::bigint)
   from old where m.seq = old.seq and m.revoked_at is null
     and (m.edited_at is null or m.edited_at < to_timestamp($7::bigint)
       or (m.edited_at = to_timestamp($7::bigint) and m.text is distinct from $5))
   returning old.text as "textBefore"`,
)

const REVOKE = statement<{ type: string }>(
  'chat_revoke',
  `update message set revoked_at = to_timestamp($5::bigint), type = 'revoked', text = null, bytes = null, reactions = null
   where client_id = $1 and id = $2 and chat = $3 and from_me = $4 and revoked_at is null
   returning type`,
)

const REACT = statement<{ type: string }>(
  'chat_react',
  `update message set reactions = case when $6 = '' then reactions - $5::text
     else coalesce(reactions, '{}') || jsonb_build_object($5::text, $6::text) end
   where client_id = $1 and id = $2 and chat = $3 and from_me = $4 and revoked_at is null
     and coalesce(reactions ->> $5::text, '') <> $6
   returning type`,
)

/** All that a person has chosen, each time. An empty choice takes the vote back. */
const VOTE = statement<{ type: string }>(
  'chat_vote',
  `update message set votes = case when $6::jsonb = '[]' then coalesce(votes, '{}') - $5::text
     else coalesce(votes, '{}') || jsonb_build_object($5::text, $6::jsonb) end
   where client_id = $1 and id = $2 and chat = $3 and from_me = $4 and revoked_at is null
   returning type`,
)

/** The stored message something happens to; `chat` is canonical. */
export interface TargetMessage {
  clientId: string
  id: string
  chat: string
  fromMe: boolean
}

const target = (m: TargetMessage) => [m.clientId, m.id, m.chat, m.fromMe]

/** Over `message_identity`. */
const IS_STORED = statement<{ stored: true }>(
  'chat_is_stored',
  'select true as stored from message where client_id = $1 and id = $2 and chat = $3 and from_me = $4',
)

export const isStored = async (db: Executor, message: TargetMessage): Promise<boolean> =>
  (await db.queryOne(IS_STORED, target(message))) !== undefined

/** Answers what the text was before; null for a message not stored here, and for what was applied before. */
export async function applyEdit(
  db: Executor,
  message: TargetMessage,
  edit: { text: string; bytes: Uint8Array; atSec: number },
): Promise<{ textBefore: string | null } | null> {
  const bytes = Buffer.from(edit.bytes.buffer, edit.bytes.byteOffset, edit.bytes.byteLength)
  return (await db.queryOne(EDIT, [...target(message), edit.text, bytes, edit.atSec])) ?? null
}

/** Each answers whether it changed anything: false for a message not stored here, and for what was applied before. */
export async function applyRevoke(db: Executor, message: TargetMessage, atSec: number): Promise<boolean> {
  return (await db.query(REVOKE, [...target(message), atSec])).length > 0
}

export async function applyReaction(
  db: Executor,
  message: TargetMessage,
  by: string,
  emoji: string,
): Promise<boolean> {
  return (await db.query(REACT, [...target(message), by, emoji])).length > 0
}

/** False when the message voted on is not stored. */
export async function applyVote(
  tx: Executor,
  message: TargetMessage,
  by: string,
  options: readonly string[],
): Promise<boolean> {
  return (await tx.query(VOTE, [...target(message), by, JSON.stringify(options)])).length > 0
}
