import type { CallContext, Handlers, OwnerId } from '../../contract/handlers.ts'
import { toFieldValue } from '../../core/contact/contact-field-value.ts'
import {
  type ContactFieldShape,
  type ContactFieldType,
  MAX_CONTACT_FIELDS,
} from '../../core/contact/contact-fields.ts'
import { refusal } from '../../core/errors.ts'
import type { ExchangeField } from '../../core/flow/index.ts'
import { toJsonText } from '../../db/json-text.ts'
import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'

type FieldHandlers = Handlers['contacts']['fields']
type SetInput = Parameters<FieldHandlers['set']>[0]

interface FieldRow {
  name: string
  label: string
  type: ContactFieldType
  choices: string[]
  description: string | null
  createdAt: Date
  updatedAt: Date
}

const COLUMNS = `name, label, type, choices, description, created_at as "createdAt", updated_at as "updatedAt"`

/** By the primary key, as all of these. */
const LIST = statement<FieldRow>(
  'contact_field_list',
  `select ${COLUMNS} from contact_field where user_id = $1 order by name`,
)

const LIST_OF_CLIENT = statement<FieldRow>(
  'contact_field_of_client',
  `select ${COLUMNS} from contact_field where user_id = (select user_id from client where id = $1)`,
)

const COUNT_OTHERS = statement<{ count: number }>(
  'contact_field_count_others',
  'select count(*)::int as count from contact_field where user_id = $1 and name <> $2',
)

/** Answers nothing where a field of another type has the name. */
const WRITE = statement<FieldRow>(
  'contact_field_write',
  `insert into contact_field as kept (user_id, name, label, type, choices, description)
   values ($1, $2, $3, $4, $5::jsonb, $6)
   on conflict (user_id, name) do update
     set label = excluded.label, choices = excluded.choices, description = excluded.description, updated_at = now()
     where kept.type = excluded.type
   returning ${COLUMNS}`,
)

const DELETE = statement<{ name: string }>(
  'contact_field_delete',
  'delete from contact_field where user_id = $1 and name = $2 returning name',
)

const toField = ({ createdAt, updatedAt, ...row }: FieldRow) => ({
  ...row,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

/** The fields that people have defined for their contacts, and what their values have to be. */
export class ContactFields {
  readonly handlers: FieldHandlers
  readonly #db: Executor

  constructor({ db }: { db: Executor }) {
    this.#db = db
    this.handlers = {
      list: async (_, { owner }) => (await db.query(LIST, [owner])).map(toField),
      set: (input, ctx) => this.#set(input, ctx),
      async delete({ name }, { owner }) {
        const gone = await db.queryOne(DELETE, [owner, name])
        if (!gone) throw refusal('NOT_FOUND', 'NO_SUCH_CONTACT_FIELD', { name })
        return { success: true }
      },
    }
  }

  /** A person's fields by their names, as they hold for values and travel with flows. */
  async readDefinitions(db: Executor, userId: string): Promise<ReadonlyMap<string, ExchangeField>> {
    return new Map((await db.query(LIST, [userId])).map((row) => [row.name, row]))
  }

  /** Those that hold for the contacts of a client. */
  async readClientShapes(db: Executor, clientId: string): Promise<ReadonlyMap<string, ContactFieldShape>> {
    return new Map((await db.query(LIST_OF_CLIENT, [clientId])).map((row) => [row.name, row]))
  }

  /** One that a flow came with, where there is none of the name; false: there are too many, or it is none. */
  async make(tx: Executor, owner: OwnerId, { name, label, type, choices, description }: ExchangeField) {
    const chosen = type === 'choice' ? [...new Set(choices)] : []
    if (type === 'choice' && chosen.length === 0) return false
    const others = await tx.queryOne(COUNT_OTHERS, [owner, name])
    if ((others?.count ?? 0) >= MAX_CONTACT_FIELDS) return false
    const values = [owner, name, label, type, toJsonText(chosen), description]
    return (await tx.queryOne(WRITE, values)) !== undefined
  }

  /** Values as the fields hold them; null takes one away, also of a name that nobody defined. */
  async readValues(
    owner: OwnerId,
    values: Readonly<Record<string, unknown>>,
  ): Promise<Record<string, unknown>> {
    const shapes = await this.readDefinitions(this.#db, owner)
    const entries = Object.entries(values).map(([name, value]): [string, unknown] => {
      const shape = shapes.get(name)
      if (value === null) return [name, null]
      if (!shape) throw refusal('BAD_REQUEST', 'NO_SUCH_CONTACT_FIELD', { name }, { path: `fields.${name}` })
      const kept = toFieldValue(shape, value)
      if (kept !== undefined) return [name, kept]
      const params = { name, type: shape.type, choices: shape.choices.join(', ') }
      throw refusal('BAD_REQUEST', 'CONTACT_FIELD_VALUE', params, { path: `fields.${name}` })
    })
    return Object.fromEntries(entries)
  }

  async #set(input: SetInput, { owner }: CallContext) {
    const { name, label = name, type, description } = input
    const choices = type === 'choice' ? [...new Set(input.choices)] : []
    if (type === 'choice' && choices.length === 0) {
      throw refusal('BAD_REQUEST', 'CONTACT_FIELD_CHOICES', {}, { path: 'choices' })
    }
    const others = await this.#db.queryOne(COUNT_OTHERS, [owner, name])
    if ((others?.count ?? 0) >= MAX_CONTACT_FIELDS) {
      throw refusal('CONFLICT', 'TOO_MANY_CONTACT_FIELDS', { most: MAX_CONTACT_FIELDS })
    }
    const row = await this.#db.queryOne(WRITE, [owner, name, label, type, toJsonText(choices), description])
    if (!row) throw refusal('CONFLICT', 'CONTACT_FIELD_TYPE_STAYS', { name })
    return toField(row)
  }
}
