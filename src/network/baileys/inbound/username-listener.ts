import type { BinaryNode, WASocket } from 'baileys'
import type { JournalEntry, NetworkEvent, OpenOptions } from '../../port.ts'
import {
  fromUsernameEntry,
  isHintEntry,
  readHintEntry,
  readUsernameHint,
  readUsernameNotice,
  toHintEntry,
  toUsernameEntry,
} from '../../translate/account/username-notices.ts'
import { usernameOf } from '../account/usernames.ts'
import type { InboundJournal } from './inbound-journal.ts'

/** A hint that could not be followed for so long is dropped. */
const HINT_LIVES_SEC = 7 * 24 * 3600

export interface UsernameListenerParts extends Pick<OpenOptions, 'findLidsByHash'> {
  socket: WASocket
  /** Resolves once it is in the journal, and then tells of it. */
  keep(entry: JournalEntry, toEvent: ((entry: JournalEntry) => NetworkEvent) | null): Promise<void>
  push(event: NetworkEvent): void
  journal: Pick<InboundJournal, 'stored'>
}

const secondsNow = (): number => Math.floor(Date.now() / 1000)

/**
 * Takes what the network says of usernames. Of people whom the account has not saved it gives a hint alone, and who that is is asked:
 * the hint is in the journal until that was answered, so that a cut in between loses nothing. Whom nobody here knows is passed over.
 */
export function listenToUsernames(parts: UsernameListenerParts): void {
  const { socket, keep, push } = parts
  const follow = async (entry: JournalEntry): Promise<void> => {
    const hint = readHintEntry(entry)
    const isOver = hint === null || hint.atSec < secondsNow() - HINT_LIVES_SEC
    for (const lid of isOver ? [] : ((await parts.findLidsByHash?.(hint.hash)) ?? [])) {
      const username = await usernameOf(socket, lid)
      if (username === undefined) continue
      await keep(toUsernameEntry({ id: `${hint?.id}/${lid}`, lid, username }), fromUsernameEntry)
    }
    push({ kind: 'other', note: 'a hint of a username', journalId: entry.id })
  }
  let asking = Promise.resolve()
  // One after the other, as many may have come while there was no connection. What fails is asked again by the next connection.
  const followLater = (entry: JournalEntry): void => {
    asking = asking.then(() => follow(entry)).catch(() => {})
  }
  const waiting = parts.journal.stored().filter(isHintEntry)
  let isOpen = false
  const takeHint = async (entry: JournalEntry): Promise<void> => {
    await keep(entry, null)
    if (isOpen) followLater(entry)
    else waiting.push(entry)
  }
  socket.ev.on('connection.update', ({ connection }) => {
    if (connection !== 'open') return
    isOpen = true
    for (const entry of waiting.splice(0)) followLater(entry)
  })
  socket.ws.prependListener('CB:notification,type:mex', (node: BinaryNode) => {
    const notice = readUsernameNotice(node)
    if (notice) return void keep(toUsernameEntry(notice), fromUsernameEntry).catch(() => {})
    const hash = readUsernameHint(node)
    const { id } = node.attrs
    if (hash === null || !id) return
    takeHint(toHintEntry({ id, hash, atSec: secondsNow() })).catch(() => {})
  })
}
