import { randomUUID } from 'node:crypto'
import type { BinaryNode, WASocket } from 'baileys'
import type { NetworkEvent } from '../../port.ts'
import type { ProfileNotice } from '../../ports/profile-port.ts'
import { fromProfileEntry, readProfileNotice, toProfileEntry } from '../../translate/account/profile-nodes.ts'
import { toPerson } from '../../translate/people.ts'
import type { SignalKeys } from '../keys/signal-keys.ts'

const ownPerson = ({ authState: { creds } }: WASocket) => toPerson(creds.me?.id, creds.me?.lid)

/** A name before the phone shared one is `~` to the library. */
const isName = (name: string | undefined): name is string => name !== undefined && name !== '' && name !== '~'

/**
 * Takes what the account changed of its profile elsewhere. It is in the journal before the library acknowledges it, so
 * that a cut loses nothing. A name comes with the account's app state, in which the library says only what is new; what
 * this device sets itself is told by `named` first and makes no event.
 */
export class ProfileNotices {
  #name: string | undefined

  /** The account has this name from now on, by this device. */
  named(name: string): void {
    this.#name = name
  }

  listen(
    socket: WASocket,
    keys: Pick<SignalKeys, 'newBatch' | 'commit'>,
    push: (event: NetworkEvent) => void,
  ): void {
    const keep = (notice: ProfileNotice): void => {
      const entry = toProfileEntry(notice)
      const batch = keys.newBatch()
      batch.journal.push(entry)
      keys.commit(batch).then(
        () => push(fromProfileEntry(entry)),
        () => {},
      )
    }
    const take = (node: BinaryNode): void => {
      const notice = readProfileNotice(node, ownPerson(socket))
      if (!notice) return
      // The library asks its own copy whether readers are told of.
      if (notice.news.some(({ kind }) => kind === 'privacy')) {
        socket.fetchPrivacySettings(true).catch(() => {})
      }
      keep(notice)
    }
    socket.ws.prependListener('CB:notification,type:account_sync', take)
    socket.ws.prependListener('CB:notification,type:status', take)
    this.#name = socket.authState.creds.me?.name
    socket.ev.on('creds.update', ({ me: changed }) => {
      const name = changed?.name
      if (!isName(name) || name === this.#name) return
      const isFirst = !isName(this.#name)
      this.#name = name
      if (isFirst) return
      const atSec = Math.floor(Date.now() / 1000)
      keep({ id: `profile/name/${randomUUID()}`, atSec, news: [{ kind: 'name', name }] })
    })
  }
}
