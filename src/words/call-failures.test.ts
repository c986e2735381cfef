import { describe, expect, it } from 'vitest'
import { CALL_FAILURES } from '../../test/support/call-failure-samples.ts'
import type { CallFailure } from '../core/conversation/call-failure.ts'
import { renderCallFailure } from './call-failures.ts'
import { describeCallFailure } from './english.ts'
import { callFailures as pt } from './pt/call-failures.ts'

describe('why a call failed', () => {
  it.each(CALL_FAILURES)(
    '$failure.code is in English what the interface has always answered',
    ({ failure, sentence }) => {
      expect(describeCallFailure(failure)).toBe(sentence)
    },
  )

  it('is said in Portuguese with all that varies', () => {
    const said = CALL_FAILURES.filter(({ failure }) => failure.code !== 'OTHER').map(
      ({ failure, sentence }) => ({
        sentence,
        rendered: renderCallFailure(pt, failure),
      }),
    )
    const wrong = ({ sentence, rendered }: { sentence: string; rendered: string }) =>
      sentence === rendered || /undefined|\[object/.test(rendered)
    expect(said.filter(wrong)).toEqual([])
  })

  it('keeps what the network said of a file, and says where there is no status', () => {
    const file: CallFailure = { code: 'FILE_UNAVAILABLE', params: { why: 'It is gone.' } }
    expect(describeCallFailure(file)).toBe('The file could not be had from the network: It is gone.')
    const answer: CallFailure = { code: 'ANSWER_UNREADABLE', params: { status: null } }
    expect(describeCallFailure(answer)).toBe(
      'The model’s server answered something that cannot be understood.',
    )
  })

  it('is a reason of a newer service where there are no words for it', () => {
    expect(renderCallFailure(pt, { code: 'OF_TOMORROW', params: {} } as unknown as CallFailure)).toBe(
      'OF_TOMORROW',
    )
  })
})
