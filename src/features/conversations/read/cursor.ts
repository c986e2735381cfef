/** A place in a conversation: right at one message. */
export interface Position {
  atSec: number
  seq: number
}

const FORM = /^1\.([0-9a-z]{1,11})\.([0-9a-z]{1,11})$/

/** Opaque to callers; `1` is the version of the form. */
export function toCursor({ atSec, seq }: Position): string {
  return Buffer.from(`1.${atSec.toString(36)}.${seq.toString(36)}`).toString('base64url')
}

/** Null for anything that no `toCursor` ever made. */
export function parseCursor(cursor: string): Position | null {
  const match = FORM.exec(Buffer.from(cursor, 'base64url').toString('latin1'))
  if (!match) return null
  const position = { atSec: parseInt(match[1] ?? '', 36), seq: parseInt(match[2] ?? '', 36) }
  if (!Number.isSafeInteger(position.atSec) || !Number.isSafeInteger(position.seq)) return null
  return toCursor(position) === cursor ? position : null
}
