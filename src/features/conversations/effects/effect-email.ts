import { callFailure } from '../../../core/conversation/call-failure.ts'
import type { EmailEffect } from '../../../core/flow/index.ts'
import type { EffectRow } from './effect-sql.ts'
import type { EffectOutcome, EffectPorts } from './effect-types.ts'

/** The one attempt at an e-mail. Where an earlier one ended with its process, nobody knows what became of it, and none follows. */
export async function performEmail(
  { mailer }: Pick<EffectPorts, 'mailer'>,
  effect: EmailEffect,
  { userId, clientId, attempts }: EffectRow,
  signal: AbortSignal,
): Promise<EffectOutcome> {
  if (attempts > 1) return { kind: 'call_failed', failure: callFailure('MAIL_UNKNOWN') }
  if (!mailer) return { kind: 'call_failed', failure: callFailure('MAILS_NOT_SENT_HERE') }
  const outcome = await mailer.send({ userId, clientId, effect, signal })
  if ('output' in outcome) return { kind: 'result', result: { output: outcome.output } }
  const { failure } = outcome
  return failure.code === 'GIVEN_UP' ? { kind: 'broken_off' } : { kind: 'call_failed', failure }
}
