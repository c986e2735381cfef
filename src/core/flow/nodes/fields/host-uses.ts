import type { ConditionOp } from '../../expressions/conditions.ts'
/** The table of its owner that a node uses, and the columns it names. */
export interface TableUse {
  name: string
  columns: readonly { column: string; path: string }[]
}

/** Who is to look after the conversation: a department or a person of its owner, by their ids. */
export interface HandedTo {
  departmentId?: string | undefined
  personId?: string | undefined
}

/** A field of contacts that a node writes. `value` is there where it is known beforehand. */
export interface ContactFieldWrite {
  name: string
  path: string
  as: 'auto' | 'string' | 'number' | 'boolean' | 'date' | 'json'
  value?: unknown
}

/** What a field of a contact is held to, as a row of a condition is. */
export interface FieldCondition {
  name: string
  op: ConditionOp
  value?: string | number | boolean | undefined
}
