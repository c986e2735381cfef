import { describe, expect, it } from 'vitest'
import type { Fate, FateCode, FateParams } from '../core/flow/index.ts'
import { fates as en } from './en/fates.ts'
import { fates as es } from './es/fates.ts'
import { describeFate, type FateReader, type FateWords } from './fates.ts'
import { fates as pt } from './pt/fates.ts'

const AT = Date.UTC(2026, 10, 26, 15, 56)
const place = { flowId: 'flow-1', nodeId: 'ask-1' }

/** Each code, where it varies more than once. */
const SAMPLES: { readonly [Code in FateCode]: readonly FateParams[Code][] } = {
  BLOCKED: [{}],
  PAUSED: [
    { until: AT, by: { kind: 'person', at: AT } },
    { until: AT, by: { kind: 'flow', at: AT, ...place } },
    { until: AT, by: { kind: 'loop_guard', at: AT, ...place } },
    { until: null, by: null },
  ],
  LOOP_GUARD: [{ ...place, until: AT }],
  NO_FLOWS: [{}],
  NO_LISTENERS: [{}],
  NEAR_KEYWORD: (['whole_message', 'beginning', 'whole_word', 'case', 'typing'] as const).map((because) => ({
    ...place,
    keyword: 'menu',
    because,
  })),
  NOTHING_FITS: [{}],
  NOT_TEXT: [{ type: 'voice' }],
  NOT_IN_GROUPS: [{}],
  ONLY_FIRST: [place],
  ONLY_AFTER_IDLE: [60, 3_600, 86_400, 172_800, 61].map((idleSec) => ({ ...place, idleSec })),
  ONLY_TYPES: [{ ...place, types: ['image', 'video_note', 'phone_only'] }],
  COOLING: [{ ...place, until: AT }],
  ONCE_ONLY: [{ flowId: 'flow-1' }],
  RESTING: [{ flowId: 'flow-1' }],
  TOO_OLD: [{ sentAt: AT, limitSec: 600 }],
  IN_DELAY: [
    { ...place, until: AT },
    { ...place, until: null },
  ],
  BEFORE_QUESTION: [place],
  NOT_ASKED: [place],
  RUN_BUSY: (['running', 'waiting_effect', 'waiting_approval'] as const).map((state) => ({
    ...place,
    state,
  })),
  QUESTION_UNCONFIRMED: [place],
  OWN_MESSAGE: [{ by: 'flow' }, { by: 'api' }, { by: 'phone' }],
  HISTORY: [{}],
  STATUS_POST: [{}],
  NOT_FOR_FLOWS: [{ type: 'image' }, { type: 'liveLocation' }],
  FORGOTTEN: [{ days: 30 }],
  QUEUED: [{ isConnected: true }, { isConnected: false }],
  RETRIED: [{ attempts: 2 }],
  GIVEN_UP: [{ reference: 'a1' }, { reference: null }],
  IGNORED: [{ reason: 'no_match' }, { reason: 'of_a_newer_service' }],
  PUT_OFF: [{}],
  STARTED: [
    { ...place, sent: 1 },
    { ...place, sent: 2 },
  ],
  RESUMED: [{ ...place, sent: 1 }],
  ANSWERED: [{ ...place, sent: 2 }],
  NOT_UNDERSTOOD: [{ ...place, sent: 1 }],
  KEPT: [place],
  SAID_NOTHING: [place],
  OUTSIDE_HOURS: [place],
  HANDED_OFF: [place],
  AWAITS_EFFECT: [place],
  AWAITS_APPROVAL: [place],
  RUN_FAILED: [{ flowId: 'flow-1', failure: { code: 'NO_QUESTION', params: {} } }],
  ANSWER_NOT_SENT: [
    { flowId: 'flow-1', error: { code: 'NOT_CONNECTED', params: {} } },
    { flowId: 'flow-1', error: null },
  ],
  ANSWER_WAITS: [
    { flowId: 'flow-1', isConnected: true },
    { flowId: 'flow-1', isConnected: false },
  ],
  RUN_GONE: [{}],
}

const READER: FateReader = {
  flow: (flowId) => `<${flowId}>`,
  node: ({ nodeId }) => `<${nodeId}>`,
  time: (atMs) => new Date(atMs).toISOString().slice(11, 16),
  failure: ({ code }) => `${code}.`,
  sendError: ({ code }) => `${code}.`,
}

const FATES = Object.entries(SAMPLES).flatMap(([code, samples]) =>
  (samples as readonly object[]).map((params) => ({ code, params }) as Fate),
)

describe.each([
  ['English', en],
  ['Portuguese', pt],
  ['Spanish', es],
] as const)('what became of a message in %s', (_language, words: FateWords) => {
  it('is a sentence for each code, whatever varies in it', () => {
    const said = FATES.map((fate) => describeFate(words, fate, READER))
    for (const { line, hint } of said) {
      expect(line).toMatch(/^[\p{Lu}<“].*\.$/u)
      expect(hint ?? 'None.').toMatch(/^\p{Lu}.*\.$/u)
      expect(`${line} ${hint}`).not.toMatch(/undefined|\[object|NaN/)
    }
    expect(new Set(said.map(({ line }) => line)).size).toBe(said.length)
  })

  it('is the code where a newer service gives one', () => {
    const fate = { code: 'OF_A_NEWER_SERVICE', params: {} } as unknown as Fate
    expect(describeFate(words, fate, READER)).toEqual({ line: 'OF_A_NEWER_SERVICE', hint: null })
  })
})
