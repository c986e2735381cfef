import { OutboundError, type OutboundHttp } from '../../../platform/outbound-http.ts'
import type { TokenSettings } from './settings.ts'
import { readTokenAnswer, type TokenAnswer } from './token-answer.ts'
import { buildTokenRequest, type Grant } from './token-request.ts'

/** Half of the lease that is held meanwhile. */
const TIMEOUT_MS = 15_000
const MAX_ANSWER_BYTES = 65_536

export interface TokenServerDeps {
  http: Pick<OutboundHttp, 'request'>
  nowMs(): number
}

/** Asks once for a token. The credentials of the client go to the address of its settings alone: no redirect is followed. */
export async function askForToken(
  { http, nowMs }: TokenServerDeps,
  settings: TokenSettings,
  grant: Grant,
): Promise<TokenAnswer> {
  const request = buildTokenRequest(settings, grant, Math.floor(nowMs() / 1000))
  const bounds = { timeoutMs: TIMEOUT_MS, maxBodyBytes: MAX_ANSWER_BYTES, maxRedirects: 0, requireTls: true }
  try {
    const { status, body } = await http.request({ method: 'POST', ...request, ...bounds })
    return readTokenAnswer(status, `${body}`, settings.kind === 'oauth2_code')
  } catch (error) {
    if (error instanceof OutboundError) return { kind: 'failing', error: error.code }
    throw error
  }
}
