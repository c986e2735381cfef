import { expect, test } from 'vitest'
import { callFailure } from '../../../core/conversation/call-failure.ts'
import type { EmailEffect } from '../../../core/flow/index.ts'
import type { MailOutcome } from '../../email/index.ts'
import { performEmail } from './effect-email.ts'

const EFFECT: EmailEffect = {
  ...{ kind: 'email', runId: 'r', nodeId: 'e', effectId: 'f', secret: 'mail', to: ['ana@example.org'] },
  ...{ cc: [], replyTo: null, subject: 'Hi', text: 'Hi', html: null, files: [], timeoutMs: 1_000 },
}

async function perform(attempts: number, outcome: MailOutcome) {
  let sent = 0
  const mailer = {
    async send() {
      sent += 1
      return outcome
    },
  }
  const row = {
    id: 'f',
    kind: 'email',
    request: EFFECT,
    awaited: true,
    clientId: 'c',
    contactJid: 'a',
    userId: 'u',
    flowId: 'f',
  }
  const signal = new AbortController().signal
  const end = await performEmail({ mailer }, EFFECT, { ...row, attempts }, signal)
  return { end, sent }
}

const OUTPUT = { messageId: '<f@example.com>', accepted: ['ana@example.org'], refused: [] }

test('an e-mail is sent by its first attempt alone: of one that ended with its process nobody knows', async () => {
  expect(await perform(1, { output: OUTPUT })).toEqual({
    end: { kind: 'result', result: { output: OUTPUT } },
    sent: 1,
  })
  expect(await perform(2, { output: OUTPUT })).toEqual({
    end: { kind: 'call_failed', failure: callFailure('MAIL_UNKNOWN') },
    sent: 0,
  })
})

test('one that was given up before it began counts as not begun, and any other failure is told', async () => {
  expect((await perform(1, { failure: callFailure('GIVEN_UP') })).end).toEqual({ kind: 'broken_off' })
  const refused = callFailure('MAIL_REFUSED', { status: 550 })
  expect((await perform(1, { failure: refused })).end).toEqual({ kind: 'call_failed', failure: refused })
})
