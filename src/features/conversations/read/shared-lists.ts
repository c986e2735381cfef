import type { Executor } from '../../../db/transaction.ts'
import { SharedReads, type SharedReadsOptions } from '../../../platform/queue/shared-reads.ts'
import { type ConversationQuery, readConversations } from './conversation-list.ts'
import { countLabelled, countOwnWithLabel, countSharedWithLabel } from './labelled.ts'
import { countOwnOfDepartment, countSharedOfDepartment } from './of-department.ts'
import { type Counts, countOwn, countShared, type OwnCounts, type SharedCounts } from './standing.ts'

/**
 * With every message each open page asks for its list and counts anew, which take the database a few milliseconds each. This is as long as
 * a list may be late by it, when several pages ask at a time.
 */
const EVERY_MS = 200

interface CountQuery {
  clientIds: readonly string[]
  userId: string
  labelId: string | null
  departmentId: string | null
}

/**
 * What the pages of a team ask alike is read once for all of them. What somebody may see is in the key: the numbers, found for
 * each call, and the person where the answer is theirs.
 */
export class SharedLists {
  readonly #db: Executor
  readonly #pages: SharedReads<Awaited<ReturnType<typeof readConversations>>>
  readonly #counts: SharedReads<SharedCounts>
  readonly #labelled: SharedReads<Awaited<ReturnType<typeof countLabelled>>>

  constructor(db: Executor, { nowMs }: Pick<SharedReadsOptions, 'nowMs'>) {
    const options = { everyMs: EVERY_MS, nowMs }
    this.#db = db
    this.#pages = new SharedReads(options)
    this.#counts = new SharedReads(options)
    this.#labelled = new SharedReads(options)
  }

  /** Shared is the first page, which open pages ask for again and again. */
  async list(query: ConversationQuery): ReturnType<typeof readConversations> {
    const { clientIds, from, limit, search, show, labelId, departmentId, userId } = query
    const read = () => readConversations(this.#db, query)
    if (from !== null || search !== null) return await read()
    const person = show === 'mine' || show === 'mentions' ? userId : null
    return await this.#pages.read(
      JSON.stringify([clientIds, limit, show, labelId, departmentId, person]),
      read,
    )
  }

  async count(query: CountQuery): Promise<Counts> {
    const { clientIds, labelId, departmentId } = query
    const [shared, own] = await Promise.all([
      this.#counts.read(JSON.stringify([clientIds, labelId, departmentId]), () => this.#countShared(query)),
      this.#countOwn(query),
    ])
    return { ...shared, ...own }
  }

  #countShared({ clientIds, labelId, departmentId }: CountQuery): Promise<SharedCounts> {
    const db = this.#db
    if (departmentId !== null) return countSharedOfDepartment(db, { clientIds, departmentId, labelId })
    return labelId === null ? countShared(db, clientIds) : countSharedWithLabel(db, clientIds, labelId)
  }

  #countOwn({ clientIds, labelId, departmentId, userId }: CountQuery): Promise<OwnCounts> {
    const db = this.#db
    if (departmentId !== null) return countOwnOfDepartment(db, { clientIds, departmentId, labelId, userId })
    if (labelId === null) return countOwn(db, clientIds, userId)
    return countOwnWithLabel(db, { clientIds, userId, labelId })
  }

  /** How many open conversations each label of a workspace has. */
  countLabelled(owner: string, clientIds: readonly string[]): ReturnType<typeof countLabelled> {
    const key = JSON.stringify([owner, clientIds])
    return this.#labelled.read(key, () => countLabelled(this.#db, owner, clientIds))
  }
}
