import type { RefusalParams } from '../../src/core/refusal-reasons.ts'

type Reason =
  | 'STATUS_NOT_FOUND'
  | 'STATUS_OVER'
  | 'STATUS_NOT_POSTED'
  | 'STATUS_FOR_NOBODY'
  | 'STATUS_IS_NO_CHAT'
  | 'STATUS_HAS_NO_PICTURE'
  | 'STATUS_SHOWS_NO_PRESENCE'

/** What acts on statuses are refused for. */
export const STATUS_SAMPLES: { readonly [R in Reason]: readonly RefusalParams[R][] } = {
  STATUS_NOT_FOUND: [{}],
  STATUS_OVER: [{}],
  STATUS_NOT_POSTED: [{}],
  STATUS_FOR_NOBODY: [{}],
  STATUS_IS_NO_CHAT: [{}],
  STATUS_HAS_NO_PICTURE: [{}],
  STATUS_SHOWS_NO_PRESENCE: [{}],
}
