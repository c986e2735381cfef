import { isLid, toAddress } from '../../../core/addresses.ts'
import type { JournalEntry, UsernameNotice } from '../../port.ts'
import { childOf, textOf, type WireNode } from '../group-nodes.ts'
import { formatJournalStanza, keepNotices } from '../journal.ts'

/**
 * Where the JSON of a notification stands and what it says, by the operation it is of: zapo's `parseMexNotification`, as
 * the network's web client reads it (`WAWebMexUsernameUpdateNotificationHandler`).
 */
const OPERATIONS: Readonly<Record<string, { field: string; isGivenUp: boolean }>> = {
  UsernameSetNotification: { field: 'xwa2_notify_username_on_change', isGivenUp: false },
  UsernameDeleteNotification: { field: 'xwa2_notify_username_delete', isGivenUp: true },
}

type Json = Readonly<Record<string, unknown>>

const asObject = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}

function readData(text: string): Json {
  try {
    return asObject(asObject(JSON.parse(text)).data)
  } catch {
    return {}
  }
}

/** Who took another username, or gave theirs up; null for a notification that says nothing of it. */
export function readUsernameNotice(node: WireNode): UsernameNotice | null {
  const update = childOf(node, 'update')
  const operation = OPERATIONS[update?.attrs.op_name ?? '']
  const { id } = node.attrs
  if (!operation || !id) return null
  const { lid, username } = asObject(readData(textOf(update))[operation.field])
  if (typeof lid !== 'string' || !isLid(toAddress(lid))) return null
  if (operation.isGivenUp) return { id, lid: toAddress(lid), username: null }
  if (typeof username !== 'string' || username === '') return null
  return { id, lid: toAddress(lid), username }
}

/**
 * The hash of somebody's LID, which is all that is said of people whom the account has not saved: something changed, and what
 * it is has to be asked.
 */
export function readUsernameHint(node: WireNode): string | null {
  const update = childOf(node, 'update')
  if (update?.attrs.op_name !== 'UsernameUpdateNotification') return null
  const { hash } = asObject(readData(textOf(update)).xwa2_notify_username_on_update_side_sub)
  return typeof hash === 'string' && /^[\w+/]{4}$/.test(hash) ? hash : null
}

const KEPT = keepNotices<UsernameNotice>({
  prefix: 'username|',
  toEvent: ({ lid, username }, journalId) => ({ kind: 'username', lid, username, journalId }),
  unreadable: 'unreadable notice of a username',
})

export const toUsernameEntry = (notice: UsernameNotice): JournalEntry => KEPT.keep(notice.id, notice)
export const isUsernameEntry = KEPT.isKept
export const fromUsernameEntry = KEPT.tell

const HINT_PREFIX = 'username-hint|'

export interface UsernameHint {
  /** Of the notification. */
  id: string
  hash: string
  /** When it came. */
  atSec: number
}

/** A hint as it is kept until it was asked what it means. */
export function toHintEntry(hint: UsernameHint): JournalEntry {
  return {
    id: `${HINT_PREFIX}${hint.id}`,
    stanza: formatJournalStanza({ attrs: {} }),
    plaintext: new TextEncoder().encode(JSON.stringify(hint)),
  }
}

export const isHintEntry = ({ id }: Pick<JournalEntry, 'id'>): boolean => id.startsWith(HINT_PREFIX)

/** Null for one that cannot be read. */
export function readHintEntry({ plaintext }: JournalEntry): UsernameHint | null {
  try {
    return JSON.parse(new TextDecoder().decode(plaintext)) as UsernameHint
  } catch {
    return null
  }
}
