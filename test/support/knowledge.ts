import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type CallContext, toOwner } from '../../src/contract/handlers.ts'
import type { Database } from '../../src/db/client.ts'
import { documentStore } from '../../src/features/knowledge/document-store.ts'
import { Knowledge, type KnowledgeDeps } from '../../src/features/knowledge/index.ts'
import { pieceStore } from '../../src/features/knowledge/piece-store.ts'
import { indexPiece, ownerMark } from '../../src/features/knowledge/search/lexemes.ts'
import { createDirectoryStore, type MediaStore } from '../../src/features/media/index.ts'
import { Embedder } from '../../src/features/models/index.ts'
import { newId } from '../../src/platform/ids.ts'
import { createOutboundHttp } from '../../src/platform/outbound-http.ts'
import { createSecretBox } from '../../src/platform/secret-box.ts'
import { sha256 } from '../../src/platform/secrets.ts'
import { describeCallFailure } from '../../src/words/english.ts'
import { openSecrets } from './own-secrets.ts'

const BOX = createSecretBox([Buffer.alloc(32, 1)])

export interface GivenFile {
  bytes: Uint8Array | string
  fileName?: string
  mimetype?: string
  title?: string
  collection?: string
}

/** Knowledge over one database, with files in a directory of its own; its jobs run when the test says so. */
export class KnowledgeWorld {
  readonly knowledge: Knowledge
  readonly store: MediaStore
  readonly directory = mkdtempSync(path.join(tmpdir(), 'parley-knowledge-'))
  readonly #db: Database

  constructor(db: Database, deps: Partial<KnowledgeDeps> = {}) {
    this.#db = db
    this.store = createDirectoryStore(this.directory)
    const http = createOutboundHttp({ allow: ['127.0.0.1'] })
    const embedder = new Embedder({ db, http, secrets: openSecrets(db, { box: BOX }) })
    const own = { embedder, describeCall: describeCallFailure }
    const shared = { db, store: this.store, http, addresses: http.addresses, newId }
    this.knowledge = new Knowledge({ ...shared, ...own, ...deps })
  }

  as(userId: string, plan: 'free' | 'pro' = 'pro'): CallContext {
    return {
      owner: toOwner(userId),
      principal: { userId, role: 'user', plan, via: 'session' },
      requestId: 'test',
      signal: new AbortController().signal,
    }
  }

  add(
    { bytes, fileName, mimetype = 'application/octet-stream', title, collection = 'general' }: GivenFile,
    me: CallContext,
  ) {
    const base64 = Buffer.from(bytes as Uint8Array).toString('base64')
    return this.knowledge.handlers.add({ file: { base64, mimetype }, fileName, title, collection }, me)
  }

  /** As a job does it. */
  async read(documentId: string, signal?: AbortSignal): Promise<void> {
    await this.knowledge.tasks.knowledge_read(
      { documentId },
      { id: '1', attempt: 1, maxAttempts: 25, signal },
    )
  }

  async addAndRead(file: GivenFile, me: CallContext): Promise<string> {
    const { id } = await this.add(file, me)
    await this.read(id)
    return id
  }

  /** As a job does it. */
  async embed(userId: string): Promise<void> {
    await this.knowledge.tasks.knowledge_embed(
      { userId },
      { id: '1', attempt: 1, maxAttempts: 25, signal: undefined },
    )
  }

  /** A document of one piece for each text, as if it had been read; without the thread that reads. */
  async keep(texts: readonly string[], me: CallContext, collection = 'general'): Promise<string> {
    const id = newId()
    const [title = ''] = texts
    const pieces = texts.map((body) =>
      indexPiece({ body, heading: null, page: null, row: null }, title, ownerMark(me.owner)),
    )
    await this.#db.transaction(async (tx) => {
      const own = { id, userId: me.owner, collection, title, isTitled: true, url: null, fileName: title }
      await documentStore.insert(tx, { ...own, mimetype: 'text/plain', sizeBytes: 1, sha256: sha256(id) })
      await pieceStore.add(tx, id, me.owner, pieces)
      await documentStore.finish(tx, id, { title, pieces: pieces.length, chars: 1, sizeBytes: 1 })
    })
    return id
  }

  async state(id: string, me: CallContext) {
    const { document } = await this.knowledge.handlers.get({ id, from: 0, limit: 1 }, me)
    return document.problem ?? document.state
  }

  async search(question: string, me: CallContext, collections?: string[]) {
    return (await this.knowledge.handlers.search({ question, collections, limit: 5 }, me)).pieces
  }

  async words(userId: string): Promise<Record<string, number>> {
    const { rows } = await this.#db.pool.query('select word, pieces from knowledge_word where user_id = $1', [
      userId,
    ])
    return Object.fromEntries(rows.map(({ word, pieces }) => [word, pieces]))
  }

  async remove(): Promise<void> {
    await this.knowledge.close()
    rmSync(this.directory, { recursive: true, force: true })
  }
}
