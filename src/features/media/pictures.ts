import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { type NetworkConnection, NetworkMediaError } from '../../network/port.ts'
import type { OpenFileDeps } from './open-files.ts'
import { addStored } from './rows.ts'
import { toKey } from './types.ts'

/** The network's own are a few thousand bytes: 96 by 96. */
const MAX_BYTES = 262_144
const TRANSFER_MS = 15_000
/** Whoever keeps it says so before that. */
const UNCLAIMED_MS = 3_600_000
/** As they begin; none of them is shown as anything but a picture. */
const TYPES: readonly [mimetype: string, start: Buffer][] = [
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47])],
]

function readType(bytes: Buffer): string {
  const known = TYPES.find(([, start]) => bytes.subarray(0, start.length).equals(start))
  if (!known) throw new NetworkMediaError('damaged', 'What is behind the link is no picture.')
  return known[0]
}

/**
 * Takes the picture of a person or a group from the network into the store; answers its id. It is deleted an hour later unless
 * somebody keeps it: sets its row's `expires_at` to null. Leaves nothing behind when it cannot be had.
 */
export async function keepPicture(
  deps: Omit<OpenFileDeps, 'transferMs'>,
  clientId: string,
  { media }: Pick<NetworkConnection, 'media'>,
  link: string,
): Promise<string> {
  const chunks: Uint8Array[] = []
  const options = { maxBytes: MAX_BYTES, signal: AbortSignal.timeout(TRANSFER_MS) }
  for await (const chunk of media.downloadPicture(link, options)) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  const mimetype = readType(bytes)
  const draft = await deps.store.draft()
  try {
    await writeFile(draft.path, bytes, { flag: 'wx' })
    const id = deps.newId()
    await draft.keep(toKey({ clientId, id }))
    const sha256 = createHash('sha256').update(bytes).digest()
    const expiresAt = new Date(deps.nowMs() + UNCLAIMED_MS)
    const row = { id, clientId, kind: 'image', fileName: null, mimetype, sizeBytes: bytes.length }
    await addStored(deps.db, { ...row, sha256, expiresAt })
    return id
  } finally {
    await draft.drop()
  }
}
