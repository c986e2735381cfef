import { API_PREFIX } from '../../contract/operation.ts'
import type { MediaKind } from '../../network/port.ts'

/** Where a file to send comes from: an address to fetch it from, or the store (bytes given in a call are put there). */
export type MediaSource = { url: string } | { mediaId: string }

/** A file to send. What is not said of it is read from its content. */
export interface SendMedia {
  kind: 'media'
  media: MediaKind
  source: MediaSource
  caption?: string
  mimetype?: string
  fileName?: string
  width?: number
  height?: number
  seconds?: number
  voiceNote?: boolean
  videoNote?: boolean
  gifPlayback?: boolean
}

/** `waiting` to be downloaded; `failed` may be asked for again; `gone`: nobody has the file any more. */
export type MediaState = 'waiting' | 'stored' | 'failed' | 'gone'

/** A file of a client, as it is on record. */
export interface MediaRow {
  id: string
  clientId: string
  messageSeq: number | null
  kind: MediaKind
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
export const maxBytesOf = (media: MediaKind): number => (media === 'document' ? 2048 * MIB : 100 * MIB)

/** Where the bytes of a file are had. */
export const fileUrl = (id: string): string => `${API_PREFIX}/chat/media/${id}`

export const toKey = (row: { clientId: string; id: string }): string => `${row.clientId}/${row.id}`
