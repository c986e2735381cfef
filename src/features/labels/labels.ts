import type { CallContext, Handlers } from '../../contract/handlers.ts'
import { toActor } from '../../core/conversation/conversation-entry.ts'
import { missing, refusal } from '../../core/errors.ts'
import { isUniqueViolation } from '../../db/connection-errors.ts'
import type { Executor } from '../../db/transaction.ts'
import {
  CLEAR_LABEL,
  COUNT_LABELS,
  DELETE_LABEL,
  INSERT_LABEL,
  type LabelRow,
  LIST_LABELS,
  UPDATE_LABEL,
} from './store.ts'

type LabelHandlers = Handlers['labels']
type LabelInput = Parameters<LabelHandlers['create']>[0]

const MAX_LABELS = 200

const toLabel = ({ updatedAt, ...row }: LabelRow) => ({ ...row, updatedAt: updatedAt.toISOString() })

const taken = (name: string) => refusal('CONFLICT', 'LABEL_TAKEN', { name }, { path: 'name' })

export interface LabelDeps {
  db: Executor
  newId(): string
}

/** What a workspace tells its conversations apart by. Which conversations have one is kept with the conversations. */
export class Labels {
  readonly handlers: LabelHandlers
  readonly #db: Executor
  readonly #newId: () => string

  constructor({ db, newId }: LabelDeps) {
    this.#db = db
    this.#newId = newId
    this.handlers = {
      list: async (_, { owner }) => (await db.query(LIST_LABELS, [owner])).map(toLabel),
      create: (input, ctx) => this.#create(input, ctx),
      update: (input, ctx) => this.#update(input, ctx),
      delete: (input, ctx) => this.#delete(input, ctx),
    }
  }

  async #create({ name, colour }: LabelInput, { owner }: CallContext) {
    const kept = await this.#db.queryOne(COUNT_LABELS, [owner])
    if ((kept?.count ?? 0) >= MAX_LABELS) throw refusal('CONFLICT', 'TOO_MANY_LABELS', { most: MAX_LABELS })
    const row = await this.#db.queryOne(INSERT_LABEL, [this.#newId(), owner, name, colour])
    if (!row) throw taken(name)
    return toLabel(row)
  }

  async #update({ id, name, colour }: LabelInput & { id: string }, { owner }: CallContext) {
    try {
      const row = await this.#db.queryOne(UPDATE_LABEL, [id, owner, name, colour])
      if (!row) throw missing('label')
      return toLabel(row)
    } catch (error) {
      throw isUniqueViolation(error) ? taken(name) : error
    }
  }

  /** A process that dies on the way leaves a label that fewer conversations have; it is deleted again. */
  async #delete({ id }: { id: string }, { owner, principal }: CallContext) {
    let cleared: number
    do {
      cleared = (await this.#db.queryOne(CLEAR_LABEL, [id, owner, toActor(principal)]))?.count ?? 0
    } while (cleared > 0)
    if (!(await this.#db.queryOne(DELETE_LABEL, [id, owner]))) throw missing('label')
    return { success: true }
  }
}
