import type { Address } from '../../core/addresses.ts'
import { refusal } from '../../core/errors.ts'
import type { Executor } from '../../db/transaction.ts'
import type { NetworkConnection, ProfilePicture } from '../../network/port.ts'
import type { Log } from '../../platform/logger.ts'
import { KeyedCalls } from '../../platform/queue/keyed-calls.ts'
import type { Media } from '../media/index.ts'
import {
  countAsked,
  noteAsked,
  noteChangedPictures,
  type PictureRow,
  readPicture,
  type SaidPicture,
  writePicture,
} from './store.ts'

/** One question of a client at a time; of so many clients at once. */
const MOST_AT_ONCE = 16
/** That wait for their turn, of one client: who asks for more asks again. */
const MOST_WAITING = 50
const ASK_MS = 10_000
/** How long the link to a large picture, of which nothing is kept, is given again. */
const LINK_KEPT_MS = 600_000
const MAX_LINKS = 10_000

/**
 * Of how many people and groups the network is asked. Its own clients ask for those on the screen; whoever asks for all that there
 * are looks like somebody who collects them.
 */
const MOST_LATELY = 60
const MOST_A_DAY = 1_000

/** What is known stays, and the network is asked again some minutes later. */
const UNANSWERED: SaidPicture = { said: { state: 'unknown' }, fileId: null, isComplete: false }

export interface PictureQuery {
  /** Canonical address of whose it is. */
  jid: string
  /** By which the network is asked. */
  of: Address
  size: 'preview' | 'full'
  /** Whether its file is kept: of contacts, groups and the account itself. */
  keeps: boolean
}

/** What the network said, and from when on the picture was due before it was asked. */
interface Asked {
  said: ProfilePicture
  dueAt: string
}

export type FoundPicture = Pick<PictureRow, 'state' | 'pictureId' | 'fileId' | 'link'>

export interface ContactPicturesDeps {
  db: Executor
  log: Log
  nowMs(): number
  /** Without it no files are kept. */
  media?: Pick<Media, 'keepPicture'> | undefined
}

/** Whether what is known is as good as asking: nothing is due, and the link of what was found still leads there. */
export const isFresh = ({ state, isDue, isLinkFresh }: PictureRow): boolean =>
  !isDue && state !== 'unknown' && (state !== 'found' || isLinkFresh)

/**
 * Pictures of people and groups, asked of the network by the owner of a client: one after the other, few in a time, and not again while
 * what is known holds. What it said is on record, so a restart or another owner asks nothing twice.
 */
export class ContactPictures {
  readonly #deps: ContactPicturesDeps
  readonly #calls = new KeyedCalls(MOST_AT_ONCE)
  readonly #links = new Map<string, { found: FoundPicture; untilMs: number }>()

  constructor(deps: ContactPicturesDeps) {
    this.#deps = deps
  }

  find(clientId: string, query: PictureQuery, connection: NetworkConnection): Promise<FoundPicture> {
    if (this.#calls.countOf(clientId) >= MOST_WAITING)
      throw refusal('TOO_MANY_REQUESTS', 'PICTURES_ASKED_TOO_OFTEN', {})
    return this.#calls.run(clientId, () =>
      query.size === 'full'
        ? this.#findFull(clientId, query, connection)
        : this.#findPreview(clientId, query, connection),
    )
  }

  async #findPreview(
    clientId: string,
    query: PictureQuery,
    connection: NetworkConnection,
  ): Promise<FoundPicture> {
    const { db } = this.#deps
    const row = await readPicture(db, clientId, query.jid)
    if (row && isFresh(row)) return row
    const { said, dueAt } = await this.#ask(clientId, query, connection)
    if (said.state !== 'found') {
      return await writePicture(db, clientId, query.jid, { said, fileId: null, isComplete: true, dueAt })
    }
    const { media } = this.#deps
    const isKept = query.keeps && media !== undefined
    const isHere = row?.pictureId === said.id && row.fileId !== null
    const fileId =
      isHere || !isKept ? (row?.fileId ?? null) : await this.#keep(clientId, connection, said.url)
    // A stranger may become a contact soon, of whom it is to be kept.
    return await writePicture(db, clientId, query.jid, {
      said,
      fileId,
      isComplete: media === undefined,
      dueAt,
    })
  }

  /** Nothing is kept of it but what was said; a small one that is another is due. */
  async #findFull(
    clientId: string,
    query: PictureQuery,
    connection: NetworkConnection,
  ): Promise<FoundPicture> {
    const { nowMs } = this.#deps
    const key = `${clientId}/${query.jid}`
    const known = this.#links.get(key)
    if (known && known.untilMs > nowMs()) return known.found
    const asked = await this.#ask(clientId, query, connection)
    const { said } = asked
    const fileId = await this.#noteFull(clientId, query, asked)
    const { id, url } = said.state === 'found' ? said : { id: null, url: null }
    const found = { state: said.state, pictureId: id, fileId, link: url }
    this.#remember(key, found)
    return found
  }

  /** What a large picture tells of the small one that is kept; answers its file, where that shows the same. */
  async #noteFull(clientId: string, { jid }: PictureQuery, { said, dueAt }: Asked): Promise<string | null> {
    const { db, media } = this.#deps
    const row = await readPicture(db, clientId, jid)
    if (said.state !== 'found') {
      await writePicture(db, clientId, jid, { said, fileId: null, isComplete: true, dueAt })
      return null
    }
    if (row?.pictureId === said.id) {
      const { fileId, link } = row
      const small = { ...said, url: link ?? said.url }
      await writePicture(db, clientId, jid, { said: small, fileId, isComplete: media === undefined, dueAt })
      return fileId
    }
    await noteChangedPictures(db, clientId, [{ jid, pictureId: said.id, isRemoved: false }])
    return null
  }

  /** That it is asked is on record before: so a notice that comes meanwhile has a row, and who dies has asked. */
  async #ask(clientId: string, query: PictureQuery, connection: NetworkConnection): Promise<Asked> {
    const { db } = this.#deps
    const { lately, today } = await countAsked(db, clientId)
    if (lately >= MOST_LATELY || today >= MOST_A_DAY)
      throw refusal('TOO_MANY_REQUESTS', 'PICTURES_ASKED_TOO_OFTEN', {})
    const dueAt = await noteAsked(db, clientId, query.jid)
    try {
      return { said: await connection.profilePicture(query.of, query.size, ASK_MS), dueAt }
    } catch (cause) {
      await writePicture(db, clientId, query.jid, { ...UNANSWERED, dueAt })
      throw refusal('GATEWAY_TIMEOUT', 'NO_ANSWER_IN_TIME', {}, { cause })
    }
  }

  /** Null when it could not be had: it is tried again when somebody looks, some minutes later. */
  async #keep(clientId: string, connection: NetworkConnection, link: string): Promise<string | null> {
    try {
      return (await this.#deps.media?.keepPicture(clientId, connection, link)) ?? null
    } catch (err) {
      this.#deps.log.warn({ err, clientId }, 'a picture could not be downloaded')
      return null
    }
  }

  #remember(key: string, found: FoundPicture): void {
    this.#links.delete(key)
    this.#links.set(key, { found, untilMs: this.#deps.nowMs() + LINK_KEPT_MS })
    for (const oldest of this.#links.keys()) {
      if (this.#links.size <= MAX_LINKS) break
      this.#links.delete(oldest)
    }
  }
}
