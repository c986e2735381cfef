import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import type { AuthenticationCreds } from 'baileys'
import type { SignalKeys } from './signal-keys.ts'

/** As many as the library uploads for a device whose server-side stock is empty. */
const FIRST_UPLOAD = 812

/** Pairs generated at once: enough for the thread pool, few enough to leave it to others in between. */
const SLICE = 16

const generate = promisify(generateKeyPair)

/** Raw halves: as DER they take twice the time. */
const generatePreKey = (): Promise<{ publicKey: Buffer; privateKey: Buffer }> =>
  generate('x25519', {
    publicKeyEncoding: { format: 'raw-public' },
    privateKeyEncoding: { format: 'raw-private' },
  })

/** A device that was just paired and has not offered any one-time keys yet. */
export const needsFirstPreKeys = (credentials: AuthenticationCreds): boolean =>
  credentials.me !== undefined && credentials.nextPreKeyId === 1 && credentials.firstUnuploadedPreKeyId === 1

/**
 * Makes the one-time keys of a fresh device on the thread pool and commits them together with the counter that says
 * so. The library would make them in one go of 140 ms, during which no other client of the process is served;
 * finding them made, it only uploads them.
 */
export async function makeFirstPreKeys(credentials: AuthenticationCreds, keys: SignalKeys): Promise<void> {
  const batch = keys.newBatch()
  for (let id = 1; id <= FIRST_UPLOAD; id += SLICE) {
    const count = Math.min(SLICE, FIRST_UPLOAD - id + 1)
    const pairs = await Promise.all(Array.from({ length: count }, generatePreKey))
    for (const [index, { publicKey, privateKey }] of pairs.entries())
      keys.put(batch, 'pre-key', String(id + index), { public: publicKey, private: privateKey })
  }
  credentials.nextPreKeyId = FIRST_UPLOAD + 1
  batch.credentials = true
  await keys.commit(batch)
}
