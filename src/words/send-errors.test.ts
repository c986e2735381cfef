import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { outcomeUnknown, type SendError } from '../core/conversation/send-error.ts'
import { readSendError } from './before/sends-and-events.ts'
import { sendErrors as en } from './en/send-errors.ts'
import { describeSendError } from './english.ts'
import { refusals } from './pt/refusals/index.ts'
import { sendErrors as pt } from './pt/send-errors.ts'
import { findRefusalSentence } from './refusals.ts'
import { renderSendError } from './send-errors.ts'

const ROOT = path.join(import.meta.dirname, '../..')

/** What builds before codes stored, recorded from their own code and tests at that commit. */
const recorded = JSON.parse(readFileSync(path.join(ROOT, 'test/golden/words/c6b47774.json'), 'utf8')) as {
  sendErrors: string[]
}

const inPortuguese = (error: SendError): string => renderSendError(pt, error, ({ message }) => message)

/** The names of the parameters a sentence asks for. */
function listAsked(sentence: unknown): string[] {
  if (typeof sentence !== 'function') return []
  const asked = new Set<string>()
  sentence(new Proxy({}, { get: (_, name) => asked.add(String(name)) && '' }))
  return [...asked].sort()
}

const listAskedOf = (words: object) =>
  Object.fromEntries(Object.entries(words).map(([code, sentence]) => [code, listAsked(sentence)]))

describe('why a message was not sent', () => {
  it('asks for the same parameters in each language', () => {
    expect(listAskedOf(pt.errors)).toEqual(listAskedOf(en.errors))
    expect(listAskedOf(pt.unknown)).toEqual(listAskedOf(en.unknown))
    expect(Object.keys(pt.refused)).toEqual(Object.keys(en.refused))
  })

  it('is answered as a code and a sentence, and told without the code', () => {
    const error: SendError = { code: 'REFUSED', params: { code: '406' } }
    expect(describeSendError(error)).toBe('406: The server refused the message with code 406.')
    expect(inPortuguese(error)).toBe('O servidor recusou a mensagem com o código 406.')
    const noKeys: SendError = { code: 'NO_KEYS', params: { to: '1@lid' } }
    expect(describeSendError(noKeys)).toMatch(/^ENCRYPTION_FAILED: The network has no keys of 1@lid/)
  })

  it('begins with OUTCOME_UNKNOWN whenever it may have left', () => {
    const refusal = { message: 'Nothing was sent.' }
    const error = outcomeUnknown({ cause: 'sent_before', refusal })
    expect(describeSendError(error)).toBe(
      'OUTCOME_UNKNOWN: an earlier attempt may have reached the network. Nothing was sent.',
    )
    expect(inPortuguese(outcomeUnknown({ cause: 'ack_timeout', withinMs: 1500 }))).toContain('1500 ms')
  })

  it('has a refusal told by its reason', () => {
    const data = { reason: 'HAS_ACCOUNT', params: { email: 'ana@example.org' } }
    const error: SendError = { code: 'REFUSAL', params: { as: 'CONFLICT', message: 'HAS_ACCOUNT', data } }
    expect(describeSendError(error)).toMatch(/^CONFLICT: There is already an account for ana@example\.org/)
  })

  it('is nothing where a newer service wrote a code that has no words here', () => {
    expect(inPortuguese({ code: 'NEWER', params: {} } as unknown as SendError)).toBe('')
    const unknown = { code: 'OUTCOME_UNKNOWN', params: { cause: 'newer' } } as unknown as SendError
    expect(inPortuguese(unknown)).toBe('')
  })
})

describe('sentences of messages that were stored before there were codes', () => {
  it('are read into codes, and answered unchanged', () => {
    expect(recorded.sendErrors.length).toBeGreaterThan(40)
    for (const line of recorded.sendErrors) expect(describeSendError(readSendError(line))).toBe(line)
    const unread = recorded.sendErrors.filter((line) => readSendError(line).code === 'OTHER')
    // What the networks of tests said in their own words, and what was said better since.
    expect(unread).toEqual([
      '400: no',
      '403: This account may not write to this chat.',
      ...['403: not allowed here', '406: no', '429: slow down', '479: No.'],
    ])
  })

  it('tell refusals that had only a sentence by their reason', () => {
    const gone =
      'MEDIA_UPLOAD_FAILED: The file could not be put on the network’s media server: HTTP 500. Nothing was sent.'
    for (const line of [
      'CLIENT_NOT_CONNECTED: The client is not connected, so nothing was sent. Start its worker or wait until it is connected, then call again.',
      'RECIPIENT_NOT_FOUND: 5511@s.whatsapp.net is not on the network, so nothing was sent. Check the number with its country code.',
      'SEND_QUEUE_FULL: The client already has 1000 messages waiting, so this one was not taken. Call again later, or raise sendRatePerSecond.',
      gone,
    ]) {
      const read = readSendError(line)
      expect(describeSendError(read)).toBe(line)
      expect(renderSendError(pt, read, (refusal) => findRefusalSentence(refusals, refusal) ?? '')).toMatch(
        /nada foi enviado|não entrou/i,
      )
    }
    const unsure = readSendError(
      `OUTCOME_UNKNOWN: an earlier attempt may have reached the network. ${gone.slice(21)}`,
    )
    expect(unsure.params).toMatchObject({
      refusal: { data: { reason: 'MEDIA_UPLOAD_FAILED', params: { words: 'HTTP 500.' } } },
    })
  })

  it('tell what may have left by its code, also where the cause is not known', () => {
    const unknown = recorded.sendErrors.filter((line) => line.startsWith('OUTCOME_UNKNOWN'))
    expect(unknown.length).toBeGreaterThan(8)
    expect(unknown.map((line) => readSendError(line).code)).toEqual(unknown.map(() => 'OUTCOME_UNKNOWN'))
  })
})
