import type { BinaryNode, WASocket } from 'baileys'
import type { NetworkEvent } from '../../port.ts'
import type { ProfileNotice } from '../../ports/profile-port.ts'
import { fromProfileEntry, readProfileNotice, toProfileEntry } from '../../translate/account/profile-nodes.ts'
import { toPerson } from '../../translate/people.ts'
import type { SignalKeys } from '../keys/signal-keys.ts'

/** Whoever gives more names than these in one go has the oldest told. */
const MOST_OWN = 20

const ownPerson = ({ authState: { creds } }: WASocket) => toPerson(creds.me?.id, creds.me?.lid)

/**
 * Takes what the account changed of its profile elsewhere. It is in the journal before the library acknowledges it, so
 * that a cut loses nothing. A name comes with the account's app state (`inbound/chat-notices.ts`); what this device sets itself
 * is told by `named` first and makes no event.
 */
export class ProfileNotices {
  /** Names that this device gives the account and that were not read since, oldest first. */
  #own: string[] = []

  /** The account has this name from now on, by this device. */
  named(name: string): void {
    this.#own = [...this.#own, name].slice(-MOST_OWN)
  }

  /** The account does not have it, as far as anybody knows: should it be read after all, that is told. */
  notNamed(name: string): void {
    this.#forget(name)
  }

  /**
   * Asked once of a name that was read; the phone may give the same one again later. One that it gave while this device was
   * giving another is read before that one.
   */
  isOwnName(name: string): boolean {
    return this.#forget(name)
  }

  #forget(name: string): boolean {
    const at = this.#own.indexOf(name)
    if (at >= 0) this.#own = this.#own.toSpliced(at, 1)
    return at >= 0
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
  }
}
