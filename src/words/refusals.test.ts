import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { REFUSAL_SAMPLES } from '../../test/support/refusal-samples.ts'
import { toReply } from '../bus/in-process.ts'
import { Refusal, refusal } from '../core/errors.ts'
import { dashboardRefusals } from './en/refusals/dashboard.ts'
import { refusals as en } from './en/refusals/index.ts'
import { describeRefusal } from './english.ts'
import { refusals as es } from './es/refusals/index.ts'
import { refusals as pt } from './pt/refusals/index.ts'
import { findRefusalSentence, type RefusalWords } from './refusals.ts'

const RECORDED = path.join(import.meta.dirname, '../../test/golden/words/refusals.json')

/** Every sentence of a language, for the samples of its reason. */
function listSentences(words: RefusalWords): Record<string, string[]> {
  const all = Object.entries(REFUSAL_SAMPLES).map(([reason, samples]): [string, string[]] => [
    reason,
    samples.map((params) => findRefusalSentence(words, { data: { reason, params } }) ?? ''),
  ])
  return Object.fromEntries(all)
}

describe('sentences for why operations are refused', () => {
  const taken = refusal('CONFLICT', 'HAS_ACCOUNT', { email: 'ana@example.org' })

  it('are in English what the interface has answered from the first, word for word', () => {
    // Recorded from the sentences that stood where they were thrown. A new reason is added by hand.
    expect(listSentences(en)).toEqual(JSON.parse(readFileSync(RECORDED, 'utf8')))
  })

  it.each([
    ['English', en],
    ['English of the dashboard', dashboardRefusals],
    ['Portuguese', pt],
    ['Spanish', es],
  ])('name all that varies, in %s', (_, words) => {
    const all = Object.values(listSentences(words)).flat()
    expect(all.filter((sentence) => sentence === '' || /undefined|\[object/.test(sentence))).toEqual([])
  })

  it('are told to people in no words of the interface', () => {
    const sentences = [dashboardRefusals, pt, es].flatMap((words) =>
      Object.values(listSentences(words)).flat(),
    )
    expect(sentences.filter((sentence) => /\b(worker|clients|proxies|flows)\.[a-z]/.test(sentence))).toEqual(
      [],
    )
  })

  it.each([
    ['Portuguese', pt],
    ['Spanish', es],
  ])('are another in %s', (_, words) => {
    const [english, other] = [listSentences(en), listSentences(words)]
    const same = Object.entries(english).flatMap(([reason, sentence]) =>
      sentence.filter((sentence, index) => sentence === other[reason]?.[index]).map(() => reason),
    )
    // The sandbox speaks for itself.
    expect(same).toEqual(['SANDBOX_REFUSED'])
  })

  it('are found by the reason, with what varies', () => {
    expect(describeRefusal(taken)).toBe(
      'There is already an account for ana@example.org. Change it in the list of people instead.',
    )
    expect(findRefusalSentence(pt, taken)).toBe(
      'Já existe uma conta com o e-mail ana@example.org. Mude-a na lista de pessoas.',
    )
  })

  it('are found for a refusal that came from another process', async () => {
    const reply = await toReply(Promise.reject(taken))
    if (reply.kind !== 'error') throw new Error('it was no refusal')
    const { message, data = {} } = JSON.parse(JSON.stringify(reply)).error
    expect(describeRefusal(new Refusal('CONFLICT', message, { data }))).toBe(describeRefusal(taken))
  })

  it('are those of the refusal where its reason has no parameters, or is of a newer process', () => {
    const describe = (data?: Record<string, unknown>) =>
      describeRefusal(new Refusal('CONFLICT', 'Its own sentence.', data ? { data } : {}))
    expect(describe()).toBe('Its own sentence.')
    expect(describe({ reason: 'HAS_ACCOUNT' })).toBe('Its own sentence.')
    expect(describe({ reason: 'HAS_ACCOUNT', params: null })).toBe('Its own sentence.')
    expect(describe({ reason: 'NEW', params: {} })).toBe('Its own sentence.')
    expect(describe({ reason: 'SCOPE_MISSING', params: { holder: 'new' } })).toBe('Its own sentence.')
    expect(describe({ reason: 'toString', params: {} })).toBe('Its own sentence.')
  })

  it('follow the field they are about', () => {
    const cursor = refusal('BAD_REQUEST', 'CURSOR_UNKNOWN', {}, { path: 'cursor' })
    expect(describeRefusal(cursor)).toBe('cursor: not a nextCursor of this list. Leave it out to begin anew.')
  })

  it('stand beside what else the caller is answered', () => {
    const { code, data } = refusal(
      'CONFLICT',
      'CLIENTS_WOULD_GO_DIRECT',
      { clients: 2 },
      { data: { clients: 2 } },
    )
    expect([code, data]).toEqual([
      'CONFLICT',
      { reason: 'CLIENTS_WOULD_GO_DIRECT', clients: 2, params: { clients: 2 } },
    ])
  })
})
