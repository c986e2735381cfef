import { CONTACT_FIELD_TYPES } from '../../../core/contact/contact-fields.ts'
import { TABLE_NAME } from '../../../core/tables.ts'
import type { Column, FlowTable } from './table-data.ts'

/** Columns as people write them, one a line: `day: date, required`, `size: choice S M L`. */
export function writeColumns(columns: readonly Column[]): string {
  return columns
    .map(({ name, type, choices = [], isRequired }) => {
      const kind = [type, ...choices.map((choice) => choice.replaceAll(' ', '_'))].join(' ')
      return `${name}: ${kind}${isRequired ? ', required' : ''}`
    })
    .join('\n')
}

/** The columns, or the first line that is none. */
export function readColumns(text: string): { columns: Required<Column>[] } | { wrong: string } {
  const columns: Required<Column>[] = []
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue
    const match = /^(\w+)\s*(?::\s*([^,]*))?(,\s*required)?$/.exec(line)
    const [typed = 'text', ...choices] = (match?.[2] ?? 'text').trim().split(/\s+/)
    const type = CONTACT_FIELD_TYPES.find((one) => one === typed)
    const name = match?.[1] ?? ''
    if (!type || !TABLE_NAME.test(name)) return { wrong: line }
    const named = choices.map((choice) => choice.replaceAll('_', ' '))
    columns.push({ name, type, choices: named, isRequired: match?.[3] !== undefined })
  }
  return { columns }
}

/** Groups of unique columns, one a line with commas between the names. */
export const readUnique = (text: string): string[][] =>
  text
    .split('\n')
    .map((line) => line.split(/[,\s]+/).filter((name) => name !== ''))
    .filter((names) => names.length > 0)

export const writeUnique = (unique: FlowTable['unique']): string =>
  unique.map((names) => names.join(', ')).join('\n')
