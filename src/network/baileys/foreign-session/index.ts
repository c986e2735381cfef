import { createHash } from 'node:crypto'
import type { ReadSession, StoredKey } from '../../port.ts'
import { toOwnAddresses } from '../inbound/own-addresses.ts'
import { encodeCredentials } from '../keys/value-codec.ts'
import { readForeignCredentials } from './credentials.ts'
import { encodeForeignKey } from './keys.ts'
import { findSession } from './layouts.ts'
import { SessionProblemError } from './session-problem.ts'

const hasType = (keys: readonly StoredKey[], type: string): boolean => keys.some((key) => key.type === type)

function read(file: Uint8Array, wanted: string | undefined): ReadSession {
  const found = findSession(file, wanted)
  const creds = readForeignCredentials(found.credentials)
  const keys: StoredKey[] = []
  let skipped = 0
  for (const key of found.keys.values()) {
    const value = encodeForeignKey(key)
    if (value) keys.push({ type: key.type, id: key.id, value })
    else skipped += 1
  }
  if (!hasType(keys, 'pre-key') && !hasType(keys, 'session'))
    throw new SessionProblemError({ reason: 'SESSION_KEYS_MISSING', params: {} })
  return {
    kind: 'session',
    source: found.source,
    credentials: encodeCredentials(creds),
    keys,
    me: toOwnAddresses(creds.me),
    identity: createHash('sha256').update(creds.signedIdentityKey.public).digest('hex'),
    skipped,
  }
}

/** Reads a session of another program that is built on the same library, in any of the layouts of `layouts.ts`. */
export function readForeignSession(file: Uint8Array, wanted?: string): ReadSession {
  try {
    return read(file, wanted)
  } catch (error) {
    if (!(error instanceof SessionProblemError)) throw error
    return { kind: 'unusable', problem: error.problem }
  }
}
