import { describe, expect, it } from 'vitest'
import { toReply } from '../bus/in-process.ts'
import { Refusal, refusal } from '../core/errors.ts'
import { refusals as en } from './en/refusals.ts'
import { describeRefusal } from './english.ts'
import { refusals as pt } from './pt/refusals.ts'
import { findRefusalSentence } from './refusals.ts'

/** The names of the parameters a sentence asks for. */
function listAsked(sentence: unknown): string[] {
  if (typeof sentence !== 'function') return []
  const asked = new Set<string>()
  sentence(new Proxy({}, { get: (_, name) => asked.add(String(name)) && '' }))
  return [...asked].sort()
}

const listAskedOf = (words: object) =>
  Object.fromEntries(Object.entries(words).map(([reason, sentence]) => [reason, listAsked(sentence)]))

describe('sentences for why operations are refused', () => {
  const taken = refusal('CONFLICT', 'HAS_ACCOUNT', { email: 'ana@example.org' })

  it('ask for the same parameters in each language', () => {
    expect(listAskedOf(pt)).toEqual(listAskedOf(en))
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
    const say = (data?: Record<string, unknown>) =>
      describeRefusal(new Refusal('CONFLICT', 'Its own sentence.', data ? { data } : {}))
    expect(say()).toBe('Its own sentence.')
    expect(say({ reason: 'HAS_ACCOUNT' })).toBe('Its own sentence.')
    expect(say({ reason: 'HAS_ACCOUNT', params: null })).toBe('Its own sentence.')
    expect(say({ reason: 'NEW', params: {} })).toBe('Its own sentence.')
    expect(say({ reason: 'toString', params: {} })).toBe('Its own sentence.')
  })

  it('stand beside what else the caller is answered', () => {
    const { code, data } = refusal('CONFLICT', 'CLIENTS_WOULD_GO_DIRECT', { clients: 2 }, { clients: 2 })
    expect([code, data]).toEqual([
      'CONFLICT',
      { reason: 'CLIENTS_WOULD_GO_DIRECT', clients: 2, params: { clients: 2 } },
    ])
  })
})
