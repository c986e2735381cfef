import type { CallContext, Handlers, OwnerId, SpooledFile } from '../../contract/handlers.ts'
import type { AddressPolicy } from '../../core/address-policy.ts'
import { missing, refusal } from '../../core/errors.ts'
import { KNOWLEDGE_LIMITS, MAX_KNOWLEDGE_FILE_BYTES } from '../../core/knowledge.ts'
import type { Database } from '../../db/client.ts'
import { addJob } from '../../db/jobs/jobs.ts'
import type { Executor } from '../../db/transaction.ts'
import { sha256 } from '../../platform/secrets.ts'
import type { MediaStore } from '../media/index.ts'
import { withGivenBytes } from '../media/index.ts'
import { type DocumentRow, documentStore, type NewDocument } from './document-store.ts'

export interface IntakeDeps {
  db: Database
  /** Where files wait until they are read; null: none are taken. */
  store: MediaStore | null
  /** Those that may be fetched from. */
  addresses: AddressPolicy
  newId(): string
}

export const READ_TASK = 'knowledge_read'

type AddInput = Parameters<Handlers['knowledge']['add']>[0]
type AddUrlInput = Parameters<Handlers['knowledge']['addUrl']>[0]
type Caller = Pick<CallContext, 'owner' | 'principal'>

export const toFileKey = ({ userId, id }: Pick<DocumentRow, 'userId' | 'id'>): string =>
  `knowledge/${sha256(userId).toString('hex').slice(0, 16)}/${id}`

/**
 * Few documents are read at a time: each takes a thread and much memory, and jobs of flows share the places of jobs. Two queues,
 * so that one account's thousand documents do not stand before everybody else's.
 */
const queueOf = (userId: string): string => `knowledge-${(sha256(userId)[0] ?? 0) % 2}`

/** As part of the transaction that makes a document wait. */
export const addReading = (
  tx: Executor,
  { id, userId }: Pick<DocumentRow, 'id' | 'userId'>,
): Promise<string> =>
  addJob(tx, READ_TASK, { documentId: id }, { jobKey: `${READ_TASK}:${id}`, queueName: queueOf(userId) })

/** Takes documents in: each content and each address once for each account, within the limits of its plan. */
export class Intake {
  readonly #deps: IntakeDeps

  constructor(deps: IntakeDeps) {
    this.#deps = deps
  }

  async add(input: AddInput, { owner, principal, spooled }: CallContext): Promise<DocumentRow> {
    const { store } = this.#deps
    if (!store) {
      throw refusal('UNPROCESSABLE_CONTENT', 'NOT_AVAILABLE_YET', { missing: 'knowledge.add' })
    }
    const take = (file: SpooledFile) => this.#takeFile(store, input, file, { owner, principal })
    const onDisk = spooled?.get(input.file.base64)
    return onDisk ? take(onDisk) : withGivenBytes(store, input.file.base64, take)
  }

  /** The address is looked at again when it is fetched, and so is each that it leads to. */
  async addUrl({ url, title, collection }: AddUrlInput, caller: Caller): Promise<DocumentRow> {
    const address = readAddress(url, this.#deps.addresses)
    const kept = await documentStore.findUrl(this.#deps.db, caller.owner, address.href)
    if (kept) return kept
    return this.#insert(caller, {
      ...{ id: this.#deps.newId(), userId: caller.owner, collection },
      ...{ title: title ?? address.href.slice(0, 200), isTitled: title !== undefined, url: address.href },
      ...{ fileName: null, mimetype: 'text/html', sizeBytes: 0, sha256: null },
    })
  }

  async refresh(id: string, owner: OwnerId): Promise<DocumentRow> {
    return this.#deps.db.transaction(async (tx) => {
      const row = await documentStore.read(tx, id, owner)
      if (!row) throw missing('document')
      if (row.url === null && row.state === 'ready') throw refusal('CONFLICT', 'KNOWLEDGE_FILE_READ', {})
      const waiting = await documentStore.waitAgain(tx, id, owner)
      if (waiting) await addReading(tx, waiting)
      return waiting ?? row
    })
  }

  async #takeFile(
    store: MediaStore,
    { file: { mimetype }, fileName: given, title, collection }: AddInput,
    file: SpooledFile,
    caller: Caller,
  ): Promise<DocumentRow> {
    if (file.sizeBytes === 0) throw refusal('BAD_REQUEST', 'FILE_EMPTY', {})
    if (file.sizeBytes > MAX_KNOWLEDGE_FILE_BYTES) {
      throw refusal('PAYLOAD_TOO_LARGE', 'KNOWLEDGE_FILE_TOO_LARGE', { most: MAX_KNOWLEDGE_FILE_BYTES })
    }
    const kept = await documentStore.findContent(this.#deps.db, caller.owner, file.sha256)
    if (kept) return kept
    const { sizeBytes } = file
    const fileName = given ?? null
    const document: NewDocument = {
      ...{ id: this.#deps.newId(), userId: caller.owner, collection, url: null, fileName, mimetype },
      ...{
        title: title ?? fileName ?? mimetype,
        isTitled: title !== undefined,
        sizeBytes,
        sha256: file.sha256,
      },
    }
    const key = toFileKey(document)
    await file.keep(key)
    try {
      const row = await this.#insert(caller, document)
      // Somebody else was faster with the same file; theirs stays.
      if (row.id !== document.id) await store.remove(key)
      return row
    } catch (error) {
      await store.remove(key)
      throw error
    }
  }

  async #insert({ owner, principal }: Caller, document: NewDocument): Promise<DocumentRow> {
    return this.#deps.db.transaction(async (tx) => {
      await documentStore.lockOwner(tx, owner)
      const { url, sha256: content } = document
      const kept =
        url === null
          ? content && (await documentStore.findContent(tx, owner, content))
          : await documentStore.findUrl(tx, owner, url)
      if (kept) return kept
      const limits = KNOWLEDGE_LIMITS[principal.plan]
      const used = await documentStore.count(tx, owner)
      if (used.documents >= limits.documents) {
        throw refusal('CONFLICT', 'KNOWLEDGE_FULL', { what: 'documents', most: limits.documents })
      }
      if (used.bytes + document.sizeBytes > limits.bytes) {
        throw refusal('CONFLICT', 'KNOWLEDGE_FULL', { what: 'bytes', most: limits.bytes })
      }
      const row = await documentStore.insert(tx, document)
      if (!row) throw new Error('the document was not written')
      await addReading(tx, row)
      return row
    })
  }
}

/** What comes after # is not sent, and would make two documents of one page. */
function readAddress(text: string, addresses: AddressPolicy): URL {
  const refused = (why: 'unreadable' | 'password' | 'private', host = '') =>
    refusal('BAD_REQUEST', 'KNOWLEDGE_ADDRESS', { why, host }, { path: 'url' })
  if (!URL.canParse(text)) throw refused('unreadable')
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') throw refused('password')
  if (!addresses.permitsHost(url.hostname)) throw refused('private', url.hostname)
  url.hash = ''
  // Written out, it can be longer than it was given.
  if (url.href.length > MAX_URL_CHARS) throw refused('unreadable')
  return url
}

/** An index of the database holds no longer ones. */
const MAX_URL_CHARS = 2_000
