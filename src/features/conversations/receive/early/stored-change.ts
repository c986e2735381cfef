import type { SealedVote } from '../../../../network/port.ts'
import type { ArrivedChange } from '../arrival.ts'

type Edit = Extract<ArrivedChange, { kind: 'edit' }>
type Vote = Extract<ArrivedChange, { kind: 'vote' }>

/** A change as JSON holds it: bytes in base64. */
export type StoredChange =
  | Exclude<ArrivedChange, Edit | Vote>
  | (Omit<Edit, 'bytes'> & { bytes: string })
  | (Omit<Vote, 'sealed'> & { sealed: Pick<SealedVote, 'about'> & { payload: string; iv: string } })

const toText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
const toBytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'base64'))

export function toStoredChange(change: ArrivedChange): StoredChange {
  if (change.kind === 'edit') return { ...change, bytes: toText(change.bytes) }
  if (change.kind !== 'vote') return change
  const { about, payload, iv } = change.sealed
  return { ...change, sealed: { about, payload: toText(payload), iv: toText(iv) } }
}

export function fromStoredChange(change: StoredChange): ArrivedChange {
  if (change.kind === 'edit') return { ...change, bytes: toBytes(change.bytes) }
  if (change.kind !== 'vote') return change
  const { about, payload, iv } = change.sealed
  return { ...change, sealed: { about, payload: toBytes(payload), iv: toBytes(iv) } }
}
