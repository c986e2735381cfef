import { parsePlain, readPath } from '../../../core/flow/expressions/plain-template.ts'

/** What the variables of a canned reply stand for. */
export interface ReplyValues {
  contact: {
    name: string | null
    phone: string | null
    fields: Readonly<Record<string, unknown>>
  }
  agent: { name: string }
}

export interface FilledReply {
  text: string
  /** The variables that stand for nothing here; they are left out of the text. */
  missing: string[]
}

const isShown = (value: unknown): value is string | number | boolean =>
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && value.trim() !== '')

/** Puts values in place of the variables. A name that is none, and whatever else stands in braces, stays as it is written. */
export function fillReply(text: string, { contact, agent }: ReplyValues): FilledReply {
  const roots: Readonly<Record<string, unknown>> = { contact, agent }
  const missing: string[] = []
  const filled = parsePlain(text)?.map((part) => {
    if (typeof part === 'string') return part
    const name = part.join('.')
    if (part.length < 2 || !Object.hasOwn(roots, part[0] ?? '')) return `{{ ${name} }}`
    const value = readPath((root) => roots[root], part)
    if (isShown(value)) return String(value)
    missing.push(name)
    return ''
  })
  return { text: filled?.join('') ?? text, missing }
}
