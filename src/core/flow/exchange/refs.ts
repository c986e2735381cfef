const PREFIX = 'ref:'

/** What a document names something by that has an id only where it is kept. */
export const toRef = (name: string): string => `${PREFIX}${name}`

/** The name in such a place; undefined for an id. */
export function readRef(text: string): string | undefined {
  return text.startsWith(PREFIX) ? text.slice(PREFIX.length) : undefined
}

/** What `find` knows by the name; an id, and a name nobody knows, stay as they are. */
export function resolveRef(text: string, find: (name: string) => string | undefined): string {
  const name = readRef(text)
  return name === undefined ? text : (find(name) ?? text)
}
