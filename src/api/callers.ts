import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Caller } from '../contract/handlers.ts'
import { WORKSPACE_HEADER, WORKSPACE_PARAM } from '../contract/start-info.ts'
import { Refusal, refusal } from '../core/errors.ts'
import type { KeyCheck, LimitState } from '../features/keys/index.ts'
import type { OwnNames } from './http/own-names.ts'

/** Finds out who calls. Each check costs at most one database round trip. */
export interface Callers {
  /** Counts the call against the key's hour. */
  checkKey(key: string): Promise<KeyCheck>
  /** The signed-in person of a `Cookie` header, or null. */
  checkSession(cookieHeader: string): Promise<Caller | null>
  /** Whether the key still opens what it did for this caller; counts nothing. */
  isLiveKey(key: string, caller: Caller): Promise<boolean>
}

/** `X-RateLimit-Reset` is in whole seconds since 1970. */
export function setLimitHeaders(res: ServerResponse, state: LimitState): void {
  res.setHeader('RateLimit-Policy', `"hourly";q=${state.limit};w=3600`)
  res.setHeader('RateLimit', `"hourly";r=${state.remaining};t=${state.resetInSec}`)
  res.setHeader('X-RateLimit-Limit', state.limit)
  res.setHeader('X-RateLimit-Remaining', state.remaining)
  res.setHeader('X-RateLimit-Reset', Math.floor(state.resetAt.getTime() / 1000))
}

function refuseLimited(res: ServerResponse, { tier, limit, resetAt, resetInSec }: LimitState): Refusal {
  res.setHeader('Retry-After', resetInSec)
  const message = `The ${limit} calls an hour of the ${tier} tier are used up. Call again after ${resetAt.toISOString()}.`
  return new Refusal('TOO_MANY_REQUESTS', message, { data: { tier, limit, resetAt: resetAt.toISOString() } })
}

function isOwnPage(req: IncomingMessage, names: OwnNames): boolean {
  const origin = req.headers.origin
  // Browsers say the site only where the address is secure or this machine. Reading across sites is closed anyway: the
  // cookie does not come along.
  const site = req.headers['sec-fetch-site'] ?? (req.method === 'GET' ? 'same-origin' : 'unknown')
  if (origin === undefined) return site === 'same-origin'
  return names.isOwn(origin, req)
}

async function admitKey(callers: Callers, res: ServerResponse, key: string): Promise<Caller | Refusal> {
  const check = await callers.checkKey(key)
  if (check.kind === 'unknown') return refuseUnknown('The API key is not valid, was revoked or has expired.')
  setLimitHeaders(res, check.limit)
  return check.kind === 'granted' ? check.principal : refuseLimited(res, check.limit)
}

const BEARER = /^bearer +(\S+)$/i

/** The key of a caller that no browser can be: in x-api-key, or as a bearer token, which is all that some programs can send. */
export function readKey(req: IncomingMessage): string | undefined {
  const key = req.headers['x-api-key']
  return key === undefined ? BEARER.exec(req.headers.authorization ?? '')?.[1] : String(key)
}

/** Who calls by a key; sessions are not asked for. Sets the limit headers of the answer. */
export async function authenticateKey(
  callers: Callers,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<Caller | Refusal> {
  const key = readKey(req)
  const admitted =
    key === undefined
      ? refuseUnknown('Send an API key in the header x-api-key, or as "Authorization: Bearer KEY".')
      : await admitKey(callers, res, key)
  if (admitted instanceof Refusal && admitted.code === 'UNAUTHORIZED')
    res.setHeader('www-authenticate', 'Bearer')
  return admitted
}

/** Who calls, or why the call is refused; sets the limit headers of the answer. */
export async function authenticate(
  callers: Callers,
  req: IncomingMessage,
  res: ServerResponse,
  names: OwnNames,
): Promise<Caller | Refusal> {
  const key = req.headers['x-api-key']
  if (key !== undefined) return await admitKey(callers, res, String(key))
  const cookie = req.headers.cookie
  if (cookie === undefined) return refuseUnknown('Send an API key in the header x-api-key.')
  const principal = await callers.checkSession(cookie)
  if (!principal)
    return refuseUnknown('The session has ended. Sign in again, or send an API key in x-api-key.')
  if (!isOwnPage(req, names))
    return new Refusal(
      'FORBIDDEN',
      'A session may only be used from this service’s own pages. Use an API key in x-api-key.',
    )
  res.setHeader(WORKSPACE_HEADER, principal.workspaceId)
  const shown = readShownWorkspace(req)
  if (shown === null || shown === principal.workspaceId) return principal
  return refusal('CONFLICT', 'WORKSPACE_LEFT', {})
}

/** The workspace that a page shows, which is another than the session's when that was changed in another tab. */
function readShownWorkspace(req: IncomingMessage): string | null {
  const given = req.headers[WORKSPACE_HEADER]
  if (given !== undefined) return String(given)
  const url = req.url ?? ''
  // What a page opens without headers, such as the stream of events.
  return url.includes(WORKSPACE_PARAM) ? new URL(url, 'http://any').searchParams.get(WORKSPACE_PARAM) : null
}

const refuseUnknown = (message: string): Refusal => new Refusal('UNAUTHORIZED', message)

/** The same person in the same workspace, with what they could see there before. */
function isSameCaller(now: Caller, before: Caller): boolean {
  const describe = ({ userId, workspaceId, workspaceRole, clientIds = null }: Caller) =>
    JSON.stringify([userId, workspaceId, workspaceRole, clientIds])
  return describe(now) === describe(before)
}

/** Whether who was let in before may still be: for answers that go on for long. */
export async function isStillCaller(
  callers: Callers,
  req: IncomingMessage,
  caller: Caller,
): Promise<boolean> {
  const key = req.headers['x-api-key']
  if (key !== undefined) return await callers.isLiveKey(String(key), caller)
  const now = await callers.checkSession(req.headers.cookie ?? '')
  return now !== null && isSameCaller(now, caller)
}
