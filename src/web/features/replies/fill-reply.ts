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

const VARIABLE = /\{\{[ \t]*((?:contact|agent)(?:\.\w+)+)[ \t]*\}\}/g

const isShown = (value: unknown): value is string | number | boolean =>
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && value.trim() !== '')

const readOwn = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined

/** Puts values in place of the variables. A name that is none, and whatever else stands in braces, stays as it is written. */
export function fillReply(text: string, values: ReplyValues): FilledReply {
  const missing: string[] = []
  const filled = text.replaceAll(VARIABLE, (_all, path: string) => {
    const value = path.split('.').reduce<unknown>(readOwn, values)
    if (isShown(value)) return String(value)
    missing.push(path)
    return ''
  })
  return { text: filled, missing }
}
