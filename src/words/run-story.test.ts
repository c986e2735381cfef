import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { EVENT_TYPES, type EventType } from '../core/conversation/flow-event.ts'
import { MESSAGE_TYPES } from '../core/conversation/message.ts'
import type { SendError } from '../core/conversation/send-error.ts'
import type { EventSummary, SummaryCode } from '../core/flow/index.ts'
import { readSummary } from './before/sends-and-events.ts'
import { runWords as en } from './en/runs.ts'
import { describeSummary } from './english.ts'
import { runWords as pt } from './pt/runs.ts'
import { sendErrors as ptErrors } from './pt/send-errors.ts'
import { describeEvent } from './run-story.ts'
import { renderSendError } from './send-errors.ts'

const ROOT = path.join(import.meta.dirname, '../..')

/** What builds before codes stored, recorded from their own tests at that commit. */
const recorded = JSON.parse(readFileSync(path.join(ROOT, 'test/golden/words/c6b47774.json'), 'utf8')) as {
  summaries: [eventType: string, line: string][]
}

const TEXT = 'text "image "now" human"'
const MESSAGE: EventSummary = { code: 'MESSAGE', params: { type: 'text', text: 'Ana' } }

/** A summary of each code, and what is said of it in Portuguese. */
const EXPECTED: { readonly [Code in SummaryCode]: [EventType, EventSummary & { code: Code }, string] } = {
  EVENT: ['timeout', { code: 'EVENT', params: { type: 'timeout' } }, 'Sem resposta a tempo'],
  GIVEN_UP: [
    'timeout',
    { code: 'GIVEN_UP', params: { type: 'timeout', reference: 'r' } },
    'Sem resposta a tempo',
  ],
  MESSAGE: ['message_received', MESSAGE as EventSummary & { code: 'MESSAGE' }, 'Texto "Ana"'],
  PERSON_WROTE: [
    'human_message',
    { code: 'PERSON_WROTE', params: { text: 'bom dia' } },
    'Uma pessoa escreveu "bom dia"',
  ],
  STARTED: ['manual_start', { code: 'STARTED', params: { flowId: '3f0c' } }, 'Iniciado à mão'],
  SCHEDULED: [
    'schedule_start',
    { code: 'SCHEDULED', params: { nodeId: 'monday', flowId: '3f0c' } },
    'Iniciado pela agenda MONDAY',
  ],
  GROUP_CHANGED: [
    'group_changed',
    { code: 'GROUP_CHANGED', params: { change: 'asked', group: '120363000000000001@g.us', person: 'Ana' } },
    'Ana pede para entrar: 120363000000000001@g.us',
  ],
  CALLED: ['phone_call', { code: 'CALLED', params: { state: 'missed' } }, 'Ligação: perdida'],
  RESUMED: ['api_resume', { code: 'RESUMED', params: {} }, 'Retomado'],
  RESUMED_AT: ['api_resume', { code: 'RESUMED_AT', params: { nodeId: 'ask' } }, 'Retomado em ASK'],
  FLAG_SET: [
    'flag_changed',
    { code: 'FLAG_SET', params: { flag: 'blacklist', value: true } },
    'Lista negra: sim',
  ],
  HTTP_ANSWERED: [
    'effect_result',
    { code: 'HTTP_ANSWERED', params: { status: 200, size: 412 } },
    'Resposta 200, 412 bytes',
  ],
  APPROVAL_DECIDED: [
    'approval_decided',
    { code: 'APPROVAL_DECIDED', params: { as: 'changed', by: 'Maria', approvalId: 'a1' } },
    'Maria mudou a resposta e a aprovou',
  ],
  SCRIPT_RETURNED: [
    'effect_result',
    { code: 'SCRIPT_RETURNED', params: { size: 12 } },
    'O código devolveu 12 bytes',
  ],
  TOOL_RETURNED: [
    'effect_result',
    { code: 'TOOL_RETURNED', params: { size: 12 } },
    'A ferramenta devolveu 12 bytes',
  ],
  DOCUMENTS_FOUND: [
    'effect_result',
    { code: 'DOCUMENTS_FOUND', params: { pieces: 2 } },
    'Foram encontrados 2 trechos de documentos',
  ],
  MODEL_ANSWERED: [
    'effect_result',
    { code: 'MODEL_ANSWERED', params: { inputTokens: 412, outputTokens: null } },
    'O modelo respondeu, 412 + ? tokens',
  ],
  EFFECT_FAILED: [
    'effect_failed',
    { code: 'EFFECT_FAILED', params: { code: 'TIMEOUT' } },
    'Sem resultado: demorou demais',
  ],
  EDITED: [
    'message_edited',
    { code: 'EDITED', params: { before: 'Ana', after: 'Anna' } },
    'O contato editou esta mensagem: "Ana" → "Anna"',
  ],
  DELETED: [
    'message_revoked',
    { code: 'DELETED', params: { message: MESSAGE } },
    'Esta mensagem foi apagada: Texto "Ana"',
  ],
  SEND_FAILED: [
    'send_failed',
    { code: 'SEND_FAILED', params: { error: { code: 'OTHER', params: { sentence: 'no route' } } } },
    'Mensagem não enviada: no route',
  ],
  CONTACTS_MERGED: [
    'cancel_requested',
    { code: 'CONTACTS_MERGED', params: {} },
    'Dois contatos passaram a ser um',
  ],
  TEST_ENDED: [
    'cancel_requested',
    { code: 'TEST_ENDED', params: {} },
    'O fluxo foi publicado, o que terminou este teste do rascunho',
  ],
  OTHER: ['message_received', { code: 'OTHER', params: { line: TEXT } }, 'Texto "image "now" human"'],
}

const renderErrorInPortuguese = (error: SendError) =>
  renderSendError(ptErrors, error, ({ message }) => message)
const upper = (nodeId: string) => nodeId.toUpperCase()
const render = (eventType: string, summary: EventSummary | null, payloadSummary: string | null = null) =>
  describeEvent(
    { eventType, payloadSummary, summary },
    { words: pt, nameNode: upper, renderSendError: renderErrorInPortuguese },
  )

describe('what an event of a run was', () => {
  it.each(Object.values(EXPECTED))(
    '%s: rendered by its code, with the names of nodes',
    (eventType, summary, expected) => {
      expect(render(eventType, summary)).toBe(expected)
    },
  )

  it.each(Object.values(EXPECTED).filter(([, { code }]) => code !== 'GIVEN_UP'))(
    '%s: rendered the same where only the line was stored',
    (eventType, summary, expected) => {
      expect(render(eventType, null, describeSummary(summary))).toBe(expected)
    },
  )

  it('is rendered by its type where there is nothing else to render, in each language differently', () => {
    for (const type of EVENT_TYPES) {
      const event = { eventType: type, payloadSummary: null, summary: { code: 'EVENT', params: { type } } }
      expect(
        describeEvent(event, { words: en, nameNode: upper, renderSendError: renderErrorInPortuguese }),
      ).toBe(en.events[type])
      expect(
        describeEvent(event, { words: pt, nameNode: upper, renderSendError: renderErrorInPortuguese }),
      ).toBe(pt.events[type])
      expect(pt.events[type]).not.toBe(en.events[type])
    }
  })

  it('has a name for each kind of message', () => {
    for (const type of MESSAGE_TYPES)
      expect(render('message_received', { code: 'MESSAGE', params: { type, text: null } })).toBe(
        pt.messages[type],
      )
  })

  it('is rendered by its type when a newer service wrote a code that has no words here', () => {
    const event = { eventType: 'timeout', payloadSummary: 'x', summary: { code: 'toString', params: {} } }
    expect(
      describeEvent(event, { words: pt, nameNode: upper, renderSendError: renderErrorInPortuguese }),
    ).toBe('Sem resposta a tempo')
  })

  it('is the line of at most 200 characters that clients of the interface read', () => {
    const sentence = 'x'.repeat(300)
    const error = { code: 'OTHER', params: { sentence } } as const
    const line = describeSummary({ code: 'SEND_FAILED', params: { error } })
    expect(line).toBe(`send failed: ${'x'.repeat(187)}`)
  })
})

describe('lines of events that were stored before there were codes', () => {
  it('are read into what they would be today, and answered unchanged', () => {
    expect(recorded.summaries.length).toBeGreaterThan(60)
    const unread = recorded.summaries.filter(([type, line]) => readSummary(type, line).code === 'OTHER')
    expect(unread).toEqual([])
    for (const [type, line] of recorded.summaries)
      expect(describeSummary(readSummary(type, line)), type).toBe(line)
  })

  it('stay as they are when they are not known', () => {
    expect(render('message_received', null, 'Something new: x')).toBe('Something new: x')
    expect(render('timeout', null, '')).toBe('Sem resposta a tempo')
    expect(render('effect_failed', null, 'effect failed: NEWER')).toBe('Sem resultado: NEWER')
  })
})
