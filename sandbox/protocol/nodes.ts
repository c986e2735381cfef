import type { BinaryNode } from 'baileys/lib/WABinary/index.js'

/** A stanza; attributes that are undefined are left out. */
export function node(
  tag: string,
  attrs: Record<string, string | undefined> = {},
  content?: BinaryNode['content'],
): BinaryNode {
  const present: Record<string, string> = {}
  for (const [name, value] of Object.entries(attrs)) if (value !== undefined) present[name] = value
  return content === undefined ? { tag, attrs: present } : { tag, attrs: present, content }
}

export const children = (parent: BinaryNode | undefined): BinaryNode[] =>
  Array.isArray(parent?.content) ? parent.content : []

export const child = (parent: BinaryNode | undefined, tag: string): BinaryNode | undefined =>
  children(parent).find((candidate) => candidate.tag === tag)

/** The bytes in a stanza; a text counts as its UTF-8 bytes, no content as no bytes. */
export function bytesOf(parent: BinaryNode | undefined): Buffer {
  const content = parent?.content
  if (content instanceof Uint8Array) return Buffer.from(content)
  return Buffer.from(typeof content === 'string' ? content : '')
}

export const textOf = (parent: BinaryNode | undefined): string => bytesOf(parent).toString('utf8')

/** A big-endian unsigned integer of up to four bytes. */
export function uintOf(parent: BinaryNode | undefined): number {
  const bytes = bytesOf(parent)
  return bytes.length === 0 || bytes.length > 6 ? 0 : bytes.readUIntBE(0, bytes.length)
}

export function uintBytes(value: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  bytes.writeUIntBE(value, 0, length)
  return bytes
}

export const seconds = (ms: number): string => String(Math.floor(ms / 1000))
