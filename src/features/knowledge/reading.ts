import { readFile } from 'node:fs/promises'
import type { OutboundErrorCode } from '../../core/conversation/call-failure.ts'
import { KNOWLEDGE_LIMITS, type KnowledgeProblem, MAX_KNOWLEDGE_FILE_BYTES } from '../../core/knowledge.ts'
import type { Database } from '../../db/client.ts'
import type { JobTask } from '../../db/jobs/jobs.ts'
import { OutboundError, type OutboundHttp } from '../../platform/outbound-http.ts'
import type { MediaStore } from '../media/index.ts'
import { type DocumentRow, documentStore } from './document-store.ts'
import { type ReaderLimits, readDocument } from './extract/document-reader.ts'
import type { ReadResult } from './extract/thread-messages.ts'
import { toFileKey } from './intake.ts'
import { addEmbedding } from './meaning/embedding.ts'
import { meaningStore } from './meaning/meaning-store.ts'
import { pieceStore } from './piece-store.ts'
import { ownerMark } from './search/lexemes.ts'

export interface ReadingDeps {
  db: Database
  store: MediaStore | null
  http: Pick<OutboundHttp, 'request'>
  readerLimits?: ReaderLimits | undefined
}

/** A document that takes its process down each time is given up, and so is one whose process dies by chance as often. */
const MAX_ATTEMPTS = 3
const FETCH_TIMEOUT_MS = 30_000
const ACCEPTED =
  'text/html, application/xhtml+xml, application/pdf, text/markdown, text/csv, text/plain;q=0.9, */*;q=0.1'

const FETCH_PROBLEMS: Readonly<Partial<Record<OutboundErrorCode, KnowledgeProblem>>> = {
  ADDRESS_REFUSED: 'ADDRESS_REFUSED',
  BAD_URL: 'ADDRESS_REFUSED',
  NOT_ENCRYPTED: 'ADDRESS_REFUSED',
  HOST_NOT_FOUND: 'HOST_NOT_FOUND',
  TIMEOUT: 'PAGE_TOO_SLOW',
  TOO_LARGE: 'TOO_LARGE',
  REDIRECT_REFUSED: 'REDIRECT_REFUSED',
}

type Begun = DocumentRow & { plan: 'free' | 'pro' }

interface Source {
  bytes: Uint8Array<ArrayBuffer>
  mimetype: string
}

/** Reads documents that wait, in jobs: what died half way is taken up again, and what was read appears all at once. */
export class Reading {
  readonly #deps: ReadingDeps

  constructor(deps: ReadingDeps) {
    this.#deps = deps
  }

  readonly task: JobTask = async (payload, { signal = NEVER }) => {
    const { documentId } = payload as { documentId: string }
    const begun = await documentStore.begin(this.#deps.db, documentId)
    // It was removed, or another job has read it.
    if (!begun) return
    const result = begun.attempts > MAX_ATTEMPTS ? INTERRUPTED : await this.#read(begun, signal)
    if (!result.ok) await documentStore.fail(this.#deps.db, begun.id, result.problem)
    else await this.#finish(begun, result)
  }

  async #read(begun: Begun, signal: AbortSignal): Promise<Outcome> {
    try {
      const source = begun.url === null ? await this.#open(begun) : await this.#fetch(begun.url, signal)
      if (typeof source === 'string') return { ok: false, problem: source }
      const { fileName, isTitled, title, userId } = begun
      const sizeBytes = source.bytes.length
      const naming = { fileName, title: isTitled ? title : null, fallbackTitle: title }
      const task = { ...source, ...naming, mark: ownerMark(userId) }
      const read = await readDocument(task, signal, this.#deps.readerLimits)
      return read.ok ? { ...read, sizeBytes } : read
    } catch (error) {
      // The service stops: this attempt does not count.
      if (signal.aborted) await documentStore.breakOff(this.#deps.db, begun.id)
      throw error
    }
  }

  async #open(row: DocumentRow): Promise<Source | KnowledgeProblem> {
    const file = await this.#deps.store?.locate(toFileKey(row))
    if (!file) return 'FILE_MISSING'
    try {
      return { bytes: new Uint8Array(await readFile(file.path)), mimetype: row.mimetype }
    } finally {
      await file.release()
    }
  }

  async #fetch(url: string, signal: AbortSignal): Promise<Source | KnowledgeProblem> {
    try {
      const { status, headers, body } = await this.#deps.http.request({
        ...{
          method: 'GET',
          url,
          timeoutMs: FETCH_TIMEOUT_MS,
          maxBodyBytes: MAX_KNOWLEDGE_FILE_BYTES,
          signal,
        },
        headers: [{ name: 'accept', value: ACCEPTED }],
      })
      if (status < 200 || status >= 300) return 'PAGE_REFUSED'
      return { bytes: new Uint8Array(body), mimetype: headers['content-type'] ?? 'text/html' }
    } catch (error) {
      if (signal.aborted || !(error instanceof OutboundError)) throw error
      return FETCH_PROBLEMS[error.code] ?? 'CONNECTION_FAILED'
    }
  }

  /** The pieces, the list of words and the state change together, under the lock under which limits are counted. */
  async #finish({ id, userId, plan, url }: Begun, { title, chars, pieces, sizeBytes }: Read): Promise<void> {
    const { db, store } = this.#deps
    const isRead = await db.transaction(async (tx) => {
      await documentStore.lockOwner(tx, userId)
      const row = await documentStore.lock(tx, id)
      if (!row) return false
      const used = await documentStore.count(tx, userId)
      if (used.pieces - row.pieces + pieces.length > KNOWLEDGE_LIMITS[plan].pieces) {
        await documentStore.fail(tx, id, 'LIMIT_PIECES')
        return false
      }
      await pieceStore.clear(tx, id, userId)
      await pieceStore.add(tx, id, userId, pieces)
      await documentStore.finish(tx, id, { title, chars, sizeBytes, pieces: pieces.length })
      await meaningStore.noteRemoved(tx, userId)
      if ((await meaningStore.read(tx, userId))?.model) await addEmbedding(tx, userId)
      return true
    })
    // A file for which there is no room in the plan may be read later; one that was read is needed no more.
    if (isRead && url === null) await store?.remove(toFileKey({ id, userId }))
  }
}

type Read = Extract<ReadResult, { ok: true }> & { sizeBytes: number }
type Outcome = Read | { ok: false; problem: KnowledgeProblem }

const INTERRUPTED: Outcome = { ok: false, problem: 'INTERRUPTED' }
const NEVER = new AbortController().signal
