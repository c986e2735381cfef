const VARIABLE = /\{\{[ \t]*([A-Za-z_]\w*)((?:\.\w+)+)[ \t]*\}\}/g

export interface FilledText {
  text: string
  /** The variables that stand for nothing here; they are left out of the text. */
  missing: string[]
}

const isShown = (value: unknown): value is string | number | boolean =>
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && value.trim() !== '')

const readOwn = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined

/**
 * Puts values in place of `{{ root.name }}`. A root that `values` does not have, and whatever else stands in braces, stays as it
 * is written.
 */
export function fillText(text: string, values: object): FilledText {
  const missing: string[] = []
  const filled = text.replaceAll(VARIABLE, (all, root: string, rest: string) => {
    if (!Object.hasOwn(values, root)) return all
    const path = root + rest
    const value = path.split('.').reduce<unknown>(readOwn, values)
    if (isShown(value)) return String(value)
    missing.push(path)
    return ''
  })
  return { text: filled, missing }
}
