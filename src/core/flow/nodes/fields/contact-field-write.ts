/** A field of contacts that a node writes. `value` is there where it is known beforehand. */
export interface ContactFieldWrite {
  name: string
  path: string
  as: 'auto' | 'string' | 'number' | 'boolean' | 'date' | 'json'
  value?: unknown
}
