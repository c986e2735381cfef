import type { CallContext, Handlers, OwnerId } from '../../contract/handlers.ts'
import { missing } from '../../core/errors.ts'
import { KNOWLEDGE_LIMITS } from '../../core/knowledge.ts'
import { type DocumentRow, documentStore } from './document-store.ts'
import { Intake, type IntakeDeps, READ_TASK, toFileKey } from './intake.ts'
import { pieceStore } from './piece-store.ts'
import { Reading, type ReadingDeps } from './reading.ts'
import { type AskedKnowledge, type FoundPiece, searchByWords } from './search/search.ts'

export type KnowledgeDeps = IntakeDeps & ReadingDeps

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
  createdAt: row.createdAt.toISOString(),
  readAt: row.readAt?.toISOString() ?? null,
})

/** Documents and pages that people keep for their assistants and flows: taken in, read in jobs, and searched. */
export class Knowledge {
  readonly handlers: KnowledgeHandlers
  readonly tasks: { [READ_TASK]: Reading['task'] }
  readonly #deps: KnowledgeDeps

  constructor(deps: KnowledgeDeps) {
    this.#deps = deps
    const intake = new Intake(deps)
    this.tasks = { [READ_TASK]: new Reading(deps).task }
    this.handlers = {
      list: (input, ctx) => this.#list(input, ctx),
      get: (input, ctx) => this.#get(input, ctx),
      add: async (input, ctx) => toDocument(await intake.add(input, ctx)),
      addUrl: async (input, ctx) => toDocument(await intake.addUrl(input, ctx)),
      refresh: async ({ id }, { owner }) => toDocument(await intake.refresh(id, owner)),
      remove: ({ id }, { owner }) => this.#remove(id, owner),
      search: async ({ question, collections = null, limit }, { owner }) => {
        const found = await this.search({ userId: owner, question, collections, limit })
        return { pieces: found.map(({ id: _, body, ...place }) => ({ ...place, text: body })) }
      },
    }
  }

  /** The best first; nobody's pieces but this account's. */
  search(asked: AskedKnowledge): Promise<FoundPiece[]> {
    return searchByWords(this.#deps.db, asked)
  }

  /** For a workspace that goes. */
  async deleteAll(owner: OwnerId): Promise<void> {
    const all = { before: null, search: null, collection: null, limit: 100 }
    for (;;) {
      const rows = await documentStore.list(this.#deps.db, owner, all)
      if (rows.length === 0) return
      for (const { id } of rows) await this.#remove(id, owner)
    }
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
      await documentStore.delete(tx, id, owner)
      return row
    })
    await store?.remove(toFileKey(gone))
    return { success: true }
  }
}
