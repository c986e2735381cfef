import type { CallContext, Handlers, OwnerId } from '../../contract/handlers.ts'
import type { CallFailure } from '../../core/conversation/call-failure.ts'
import { missing } from '../../core/errors.ts'
import { KNOWLEDGE_LIMITS } from '../../core/knowledge.ts'
import type { Executor } from '../../db/transaction.ts'
import { type DocumentRow, documentStore } from './document-store.ts'
import { Intake, type IntakeDeps, READ_TASK, toFileKey } from './intake.ts'
import { DatabaseIndex } from './meaning/database-index.ts'
import { EMBED_TASK, Embedding } from './meaning/embedding.ts'
import type { EmbeddingPort } from './meaning/embedding-port.ts'
import { Meaning } from './meaning/meaning.ts'
import { meaningStore } from './meaning/meaning-store.ts'
import { pieceStore } from './piece-store.ts'
import { Reading, type ReadingDeps } from './reading.ts'
import { type AskedKnowledge, type FoundKnowledge, searchKnowledge } from './search/search.ts'

export interface KnowledgeDeps extends IntakeDeps, ReadingDeps {
  embedder: EmbeddingPort
  /** Why a model gave no vectors, in the language of the interface. */
  describeCall(failure: CallFailure): string
  /** How long a search waits for a model. Default 3 s. */
  waitMs?: number | undefined
}

type KnowledgeHandlers = Handlers['knowledge']
type ListInput = Parameters<KnowledgeHandlers['list']>[0]
type GetInput = Parameters<KnowledgeHandlers['get']>[0]

const toDocument = (row: DocumentRow) => ({
  id: row.id,
  collection: row.collection,
  title: row.title,
  url: row.url,
  fileName: row.fileName,
  mimetype: row.mimetype,
  sizeBytes: Number(row.sizeBytes),
  state: row.state,
  problem: row.problem,
  pieces: row.pieces,
  chars: row.chars,
  embedded: row.embedded,
  refused: row.refused,
  createdAt: row.createdAt.toISOString(),
  readAt: row.readAt?.toISOString() ?? null,
})

/** Documents and pages that people keep for their assistants and flows: taken in, read in jobs, and searched. */
export class Knowledge {
  readonly handlers: KnowledgeHandlers
  readonly tasks: { [READ_TASK]: Reading['task']; [EMBED_TASK]: Embedding['task'] }
  readonly #deps: KnowledgeDeps
  readonly #meaning: Meaning

  constructor(deps: KnowledgeDeps) {
    this.#deps = deps
    const intake = new Intake(deps)
    const vectors = new DatabaseIndex({ db: deps.db })
    this.#meaning = new Meaning({ ...deps, vectors })
    this.tasks = {
      [READ_TASK]: new Reading(deps).task,
      [EMBED_TASK]: new Embedding({ ...deps, vectors }).task,
    }
    this.handlers = {
      list: (input, ctx) => this.#list(input, ctx),
      get: (input, ctx) => this.#get(input, ctx),
      add: async (input, ctx) => toDocument(await intake.add(input, ctx)),
      addUrl: async (input, ctx) => toDocument(await intake.addUrl(input, ctx)),
      refresh: async ({ id }, { owner }) => toDocument(await intake.refresh(id, owner)),
      remove: ({ id }, { owner }) => this.#remove(id, owner),
      setModel: (input, ctx) => this.#meaning.setModel(input, ctx),
      search: async ({ question, collections = null, limit }, { owner, signal }) => {
        const asked = { userId: owner, question, collections, limit, signal }
        const { pieces, meaning } = await this.search(asked)
        return { pieces: pieces.map(({ id: _, body, ...place }) => ({ ...place, text: body })), meaning }
      },
    }
  }

  /** The best first; nobody's pieces but this account's. */
  search(asked: AskedKnowledge): Promise<FoundKnowledge> {
    return searchKnowledge(this.#deps.db, this.#meaning, asked)
  }

  /** A model was set up, changed or deleted. */
  modelChanged(userId: string, model: string): Promise<void> {
    return this.#meaning.modelChanged(userId, model)
  }

  close(): Promise<void> {
    return this.#meaning.close()
  }

  /** Where the files of a workspace are kept, which is about to go. */
  async listKeys(db: Executor, owner: OwnerId): Promise<string[]> {
    return (await documentStore.listIds(db, owner)).map(({ id }) => toFileKey({ userId: owner, id }))
  }

  async #list({ collection, search, cursor, limit }: ListInput, { owner, principal }: CallContext) {
    const { db } = this.#deps
    const before = cursor ?? null
    const filter = {
      before,
      search: search?.trim() || null,
      collection: collection ?? null,
      limit: limit + 1,
    }
    const rows = await documentStore.list(db, owner, filter)
    const page = rows.slice(0, limit)
    return {
      documents: page.map(toDocument),
      nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
      collections: await documentStore.listCollections(db, owner),
      used: await documentStore.count(db, owner),
      limits: KNOWLEDGE_LIMITS[principal.plan],
      meaning: await this.#meaning.describe(owner),
    }
  }

  async #get({ id, from, limit }: GetInput, { owner }: CallContext) {
    const row = await documentStore.read(this.#deps.db, id, owner)
    if (!row) throw missing('document')
    const pieces = await pieceStore.list(this.#deps.db, id, owner, from, limit)
    return {
      document: toDocument(row),
      pieces: pieces.map(({ body, ...place }) => ({ ...place, text: body })),
    }
  }

  async #remove(id: string, owner: OwnerId) {
    const { db, store } = this.#deps
    const gone = await db.transaction(async (tx) => {
      await documentStore.lockOwner(tx, owner)
      const row = await documentStore.read(tx, id, owner)
      if (!row) throw missing('document')
      await pieceStore.clear(tx, id, owner)
      await meaningStore.noteRemoved(tx, owner)
      await documentStore.delete(tx, id, owner)
      return row
    })
    await store?.remove(toFileKey(gone))
    return { success: true }
  }
}
