import type { CallContext, Handlers, OwnerId } from '../../contract/handlers.ts'
import { missing, refusal } from '../../core/errors.ts'
import type { Database } from '../../db/client.ts'
import { isUniqueViolation } from '../../db/connection-errors.ts'
import { toJsonText } from '../../db/json-text.ts'
import type { Transaction } from '../../db/transaction.ts'
import {
  COUNT_DEPARTMENTS,
  COUNT_TALKERS,
  DELETE_DEPARTMENT,
  type DepartmentRow,
  INSERT_DEPARTMENT,
  LIST_DEPARTMENTS,
  LOCK_WORKSPACE,
  READ_DEPARTMENT,
  UPDATE_DEPARTMENT,
  WRITE_MEMBERS,
} from './store.ts'

type DepartmentHandlers = Handlers['departments']
type DepartmentInput = Parameters<DepartmentHandlers['create']>[0]

const MAX_DEPARTMENTS = 100

export interface DepartmentDeps {
  db: Database
  newId(): string
}

/** People of a workspace who get conversations that are handed over to them together. */
export class Departments {
  readonly handlers: DepartmentHandlers
  readonly #db: Database
  readonly #newId: () => string

  constructor({ db, newId }: DepartmentDeps) {
    this.#db = db
    this.#newId = newId
    this.handlers = {
      list: async (_, { owner }) => await db.query(LIST_DEPARTMENTS, [owner]),
      create: (input, ctx) => this.#create(input, ctx),
      update: (input, ctx) => this.#update(input, ctx),
      async delete({ id }, { owner }) {
        if (!(await db.queryOne(DELETE_DEPARTMENT, [id, owner]))) throw missing('department')
        return { success: true }
      },
    }
  }

  #create(input: DepartmentInput, { owner }: CallContext): Promise<DepartmentRow> {
    const id = this.#newId()
    return this.#write(owner, input, async (tx) => {
      const kept = await tx.queryOne(COUNT_DEPARTMENTS, [owner])
      if ((kept?.count ?? 0) >= MAX_DEPARTMENTS)
        throw refusal('CONFLICT', 'TOO_MANY_DEPARTMENTS', { most: MAX_DEPARTMENTS })
      await tx.query(INSERT_DEPARTMENT, toValues(id, owner, input))
      return id
    })
  }

  #update(
    { id, ...input }: DepartmentInput & { id: string },
    { owner }: CallContext,
  ): Promise<DepartmentRow> {
    return this.#write(owner, input, async (tx) => {
      if (!(await tx.queryOne(UPDATE_DEPARTMENT, toValues(id, owner, input)))) throw missing('department')
      return id
    })
  }

  /** Writes one department with its members; nobody is chosen in between. */
  async #write(
    owner: OwnerId,
    { name, memberIds, otherwiseId }: DepartmentInput,
    write: (tx: Transaction) => Promise<string>,
  ): Promise<DepartmentRow> {
    const members = [...new Set(memberIds)]
    try {
      return await this.#db.transaction(async (tx) => {
        await tx.query(LOCK_WORKSPACE, [owner])
        await requireTalkers(tx, owner, members)
        if (otherwiseId !== null && !(await tx.queryOne(READ_DEPARTMENT, [otherwiseId, owner])))
          throw missing('department')
        const id = await write(tx)
        await tx.query(WRITE_MEMBERS, [id, members])
        const row = await tx.queryOne(READ_DEPARTMENT, [id, owner])
        if (!row) throw missing('department')
        return row
      })
    } catch (error) {
      throw isUniqueViolation(error)
        ? refusal('CONFLICT', 'DEPARTMENT_TAKEN', { name }, { path: 'name' })
        : error
    }
  }
}

const toValues = (id: string, owner: OwnerId, { name, rule, hours, otherwiseId }: DepartmentInput) => [
  ...[id, owner, name, rule],
  hours && toJsonText(hours),
  otherwiseId,
]

async function requireTalkers(tx: Transaction, owner: OwnerId, userIds: readonly string[]): Promise<void> {
  const found = await tx.queryOne(COUNT_TALKERS, [owner, userIds])
  if (found?.count !== userIds.length) throw missing('member')
}
