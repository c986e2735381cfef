import { API_PREFIX } from '../../contract/operation.ts'
import type { FileKind } from '../../core/conversation/content.ts'

/** `waiting` to be downloaded; `failed` may be asked for again; `gone`: nobody has the file any more. */
export type MediaState = 'waiting' | 'stored' | 'failed' | 'gone'

/** A file of a client, as it is on record. */
export interface MediaRow {
  id: string
  clientId: string
  messageSeq: number | null
  kind: FileKind
  mimetype: string
  fileName: string | null
  sizeBytes: number | null
  sha256: Uint8Array | null
  state: MediaState
  error: string | null
  expiresAt: Date | null
}

const MIB = 1024 ** 2

/** The largest file that is sent or taken, in bytes. */
export const maxBytesOf = (media: FileKind): number => (media === 'document' ? 2048 * MIB : 100 * MIB)

/** Where the bytes of a file are had. */
export const fileUrl = (id: string): string => `${API_PREFIX}/chat/media/${id}`

export const toKey = (row: { clientId: string; id: string }): string => `${row.clientId}/${row.id}`
