import type { ChannelErrorCode, StatusErrorCode } from '../../../../core/flow/index.ts'
import type { EffectOutcome } from '../effect-types.ts'

interface Tries {
  attempts: number
  afterMs: number
}

/** How often a post is tried, and how long after the last time, by why it was not done; others are final. */
const AGAIN: Readonly<Record<string, Tries>> = {
  ACCOUNT_RATE_LIMITED: { attempts: 4, afterMs: 30_000 },
  MEDIA_NOT_FETCHED: { attempts: 3, afterMs: 0 },
  MEDIA_UPLOAD_FAILED: { attempts: 3, afterMs: 0 },
}

/** Refusals whose code says something else in a run. */
const NAMES: Readonly<Record<string, ChannelErrorCode & StatusErrorCode>> = {
  MEDIA_NOT_FOUND: 'FILE_MISSING',
  MEDIA_TOO_LARGE: 'TOO_LARGE',
  MEDIA_ADDRESS_REFUSED: 'ADDRESS_REFUSED',
}

/** A number that is away for longer than some minutes may be away for days: the run goes on without. */
export const WHILE_AWAY: Tries = { attempts: 15, afterMs: 0 }
export const WHILE_UNSURE: Tries = { attempts: 4, afterMs: 0 }

export const failed = (code: string): EffectOutcome => ({ kind: 'failed', error: { code, message: code } })

/** What an attempt comes to that did not post, by why; with what one kind of post has beside the common reasons. */
export function createNotDone(
  tries: Readonly<Record<string, Tries>>,
  names: Readonly<Record<string, string>>,
) {
  const [allTries, allNames] = [
    { ...AGAIN, ...tries },
    { ...NAMES, ...names },
  ]
  return (code: string, attempts: number): EffectOutcome => {
    const again = allTries[code]
    if (again && attempts < again.attempts) return { kind: 'retry', afterMs: again.afterMs }
    return failed(allNames[code] ?? code)
  }
}
