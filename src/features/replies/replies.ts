import type { CallContext, Handlers, OwnerId } from '../../contract/handlers.ts'
import { missing, refusal } from '../../core/errors.ts'
import { isUniqueViolation } from '../../db/connection-errors.ts'
import type { Executor } from '../../db/transaction.ts'
import { fileUrl } from '../media/index.ts'
import {
  COUNT_REPLIES,
  DELETE_REPLY,
  FIND_ASSET,
  INSERT_REPLY,
  LIST_REPLIES,
  type ReplyRow,
  UPDATE_REPLY,
} from './store.ts'

type ReplyHandlers = Handlers['replies']
type ReplyInput = Parameters<ReplyHandlers['create']>[0]

const MAX_REPLIES = 500

const toReply = ({ assetId, mimetype, fileName, updatedAt, ...row }: ReplyRow) => ({
  ...row,
  file: assetId !== null && mimetype !== null ? { assetId, mimetype, fileName, url: fileUrl(assetId) } : null,
  updatedAt: updatedAt.toISOString(),
})

const taken = (shortcut: string) => refusal('CONFLICT', 'SHORTCUT_TAKEN', { shortcut }, { path: 'shortcut' })

export interface ReplyDeps {
  db: Executor
  newId(): string
}

/** Texts that people of a workspace send again and again. */
export class Replies {
  readonly handlers: ReplyHandlers
  readonly #db: Executor
  readonly #newId: () => string

  constructor({ db, newId }: ReplyDeps) {
    this.#db = db
    this.#newId = newId
    this.handlers = {
      list: async (_, { owner }) => (await db.query(LIST_REPLIES, [owner])).map(toReply),
      create: (input, ctx) => this.#create(input, ctx),
      update: (input, ctx) => this.#update(input, ctx),
      async delete({ id }, { owner }) {
        if (!(await db.queryOne(DELETE_REPLY, [id, owner]))) throw missing('reply')
        return { success: true }
      },
    }
  }

  async #create(input: ReplyInput, { owner }: CallContext) {
    const { title, shortcut, text, assetId } = input
    await this.#requireAsset(owner, assetId)
    const kept = await this.#db.queryOne(COUNT_REPLIES, [owner])
    if ((kept?.count ?? 0) >= MAX_REPLIES)
      throw refusal('CONFLICT', 'TOO_MANY_REPLIES', { most: MAX_REPLIES })
    const values = [this.#newId(), owner, title, shortcut, text, assetId]
    const row = await this.#db.queryOne(INSERT_REPLY, values)
    if (!row) throw taken(shortcut)
    return toReply(row)
  }

  async #update({ id, ...input }: ReplyInput & { id: string }, { owner }: CallContext) {
    const { title, shortcut, text, assetId } = input
    await this.#requireAsset(owner, assetId)
    try {
      const row = await this.#db.queryOne(UPDATE_REPLY, [id, owner, title, shortcut, text, assetId])
      if (!row) throw missing('reply')
      return toReply(row)
    } catch (error) {
      throw isUniqueViolation(error) ? taken(shortcut) : error
    }
  }

  async #requireAsset(owner: OwnerId, assetId: string | null): Promise<void> {
    if (assetId !== null && !(await this.#db.queryOne(FIND_ASSET, [assetId, owner]))) throw missing('asset')
  }
}
