import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type CallContext, toOwner } from '../../src/contract/handlers.ts'
import type { Database } from '../../src/db/client.ts'
import { Knowledge, type KnowledgeDeps } from '../../src/features/knowledge/index.ts'
import { createDirectoryStore, type MediaStore } from '../../src/features/media/index.ts'
import { newId } from '../../src/platform/ids.ts'
import { createOutboundHttp } from '../../src/platform/outbound-http.ts'

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
    this.knowledge = new Knowledge({ db, store: this.store, http, addresses: http.addresses, newId, ...deps })
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

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true })
  }
}
