import type { WebVersion } from '../core/client/web-version.ts'
import { type CallFailure, callFailure, type OutboundErrorCode } from '../core/conversation/call-failure.ts'
import { OutboundError, type OutboundHttp } from '../platform/outbound-http.ts'

/** The page on which the real network says its newest version: what rc14's `fetchLatestWaWebVersion` reads. */
export const MAIN_VERSION_PAGE = 'https://web.whatsapp.com/sw.js'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 4 * 1024 * 1024
const OK = 200

/** Without these the real page answers something else (rc14, `fetchLatestWaWebVersion`). */
const HEADERS = [
  { name: 'sec-fetch-site', value: 'none' },
  {
    name: 'user-agent',
    value:
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  },
]

/** The page holds JSON, in places within strings of a script. Of a revision of more digits no later code knows what to do. */
const REVISION = /\\?"client_revision\\?":\s*(\d{6,12})\b/

/** `BAD_STATUS`: it answered with something else than 200; `NO_VERSION`: what it answered names no version. */
export type PageProblem = OutboundErrorCode | 'BAD_STATUS' | 'NO_VERSION'

/** `message` is for the log; `failure` is there where the call itself failed, for who tells a person. */
export type PageAnswer =
  | { version: WebVersion }
  | { problem: PageProblem; message: string; failure?: CallFailure }

/** Asks the page for the newest version: 10 s and 4 MiB at most, encrypted unless its address is listed. Never rejects. */
export async function readVersionPage(
  http: Pick<OutboundHttp, 'request'>,
  url: string,
  signal?: AbortSignal,
): Promise<PageAnswer> {
  try {
    const { status, body } = await http.request({
      ...{ method: 'GET', url, headers: HEADERS, requireTls: true },
      ...{ timeoutMs: TIMEOUT_MS, maxBodyBytes: MAX_BYTES },
      ...(signal ? { signal } : {}),
    })
    if (status !== OK) return { problem: 'BAD_STATUS', message: `It answered with status ${status}.` }
    const revision = REVISION.exec(body.toString('utf8'))?.[1]
    if (revision === undefined) return { problem: 'NO_VERSION', message: 'It names no version.' }
    return { version: [2, 3000, Number(revision)] }
  } catch (error) {
    const { code, message, failure } =
      error instanceof OutboundError ? error : new OutboundError(callFailure('CONNECTION_LOST'), error)
    return { problem: code, message, failure }
  }
}
