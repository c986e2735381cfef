import { type CallFailure, callFailure } from '../../core/conversation/call-failure.ts'
import type { EffectResult } from '../../core/conversation/flow-event.ts'
import {
  createSecretHider,
  fillSecrets,
  type HttpRequest,
  listSecrets,
  MAX_HTTP_BODY_BYTES,
  MAX_HTTP_FILE_BYTES,
  SecretMissing,
} from '../../core/flow/index.ts'
import { findTextExcess } from '../../core/json-safety.ts'
import { mayGoTo } from '../../core/secret-hosts.ts'
import { OutboundError, type OutboundHttp } from '../../platform/outbound-http.ts'
import type { FileToPost } from '../media/index.ts'
import { TokenMissing } from './connections/token-missing.ts'
import { buildMultipart, putBase64 } from './file-bodies.ts'

/** A secret with the hosts that calls may take it to; null: anywhere. */
export interface StoredSecret {
  readonly value: string
  readonly hosts: readonly string[] | null
  /** Its value is a token, of which another can be had. */
  readonly isToken?: true
}

/** A person's secrets; names that do not exist are absent. Throws `TokenMissing` where a value is a token that cannot be had. */
export interface SecretReader {
  read(userId: string, names: readonly string[]): Promise<ReadonlyMap<string, StoredSecret>>
  /** Asks for another token in the place of one that was refused; false: there is none. */
  renew?(userId: string, name: string, refused: string): Promise<boolean>
}

/** What calls reach the outside with. */
export interface CallPorts {
  http: Pick<OutboundHttp, 'request'>
  secrets: SecretReader
  /** Without it no file can be posted. */
  files?: FileReader
}

export interface FileReader {
  /** Waits, until the signal ends it, for a file that is still on its way. */
  openToPost(userId: string, mediaId: string, signal: AbortSignal): Promise<FileToPost>
}

export interface SecretCall {
  /** Whose secrets. */
  userId: string
  request: HttpRequest
  timeoutMs: number
  maxBodyBytes: number
  signal: AbortSignal
  /** A call whose token was refused may be made once more. */
  mayRepeat: boolean
}

interface CallFailed {
  failure: CallFailure
}

export type CallAnswer = { result: EffectResult } | CallFailed

/**
 * One call of an http node: encrypted unless an operator listed the address, never to an address inside, within bounds.
 * Secrets are put in here and taken out of all that comes back: a server that repeats one must not put it into a context.
 * Where a token was refused with 401 another is asked for, and the call is made once more if it may be, with its time anew.
 */
export async function callWithSecrets(ports: CallPorts, call: SecretCall): Promise<CallAnswer> {
  const { userId, request } = call
  const prepared = await prepareCall(ports.secrets, userId, request)
  if ('failure' in prepared) return prepared
  const answer = await makeCall(ports, call, prepared)
  if ('failure' in answer || answer.result.status !== 401) return answer
  const isRenewed = await renewTokens(ports.secrets, userId, prepared.tokens)
  if (isRenewed !== true) return isRenewed === false ? answer : isRenewed
  if (!call.mayRepeat) return answer
  const again = await prepareCall(ports.secrets, userId, request)
  return 'failure' in again ? again : makeCall(ports, call, again)
}

async function renewTokens(
  secrets: SecretReader,
  userId: string,
  tokens: PreparedCall['tokens'],
): Promise<boolean | CallFailed> {
  try {
    const renewed = await Promise.all(
      tokens.map(async ({ name, value }) => (await secrets.renew?.(userId, name, value)) ?? false),
    )
    return renewed.includes(true)
  } catch (error) {
    if (error instanceof TokenMissing) return { failure: error.failure }
    throw error
  }
}

async function makeCall(
  { http, files }: CallPorts,
  { userId, request, timeoutMs: inMs, maxBodyBytes, signal }: SecretCall,
  { filled, hide }: PreparedCall,
): Promise<CallAnswer> {
  const bounds = { timeoutMs: inMs, maxBodyBytes, signal }
  try {
    if ((filled.body?.length ?? 0) > MAX_HTTP_BODY_BYTES)
      return { failure: callFailure('REQUEST_TOO_LARGE', { most: MAX_HTTP_BODY_BYTES }) }
    const startedMs = performance.now()
    const posted = request.file
      ? await addFile(files, filled, { userId, file: request.file, ...bounds })
      : null
    if (posted?.failure) return { failure: posted.failure }
    const timeoutMs = Math.max(1, bounds.timeoutMs - Math.round(performance.now() - startedMs))
    const sent = { ...filled, ...posted?.sent, ...bounds, timeoutMs, requireTls: true }
    const { status, ...answer } = await http.request(sent)
    const headers = Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [name, hide(value)]),
    )
    return { result: { status, headers, body: readBody(headers, `${answer.body}`, hide) } }
  } catch (error) {
    if (error instanceof OutboundError) return { failure: hideIn(error.failure, hide) }
    throw error
  }
}

interface PreparedCall {
  filled: ReturnType<typeof fillRequest>
  /** Those of its secrets that are tokens. */
  tokens: { name: string; value: string }[]
  /** Takes the secrets out of what comes back. */
  hide(text: string): string
}

/** A request with its secrets put in; or why it may not be made: one is missing, or may not go to its host. */
export async function prepareCall(
  secrets: SecretReader,
  userId: string,
  request: HttpRequest,
): Promise<PreparedCall | CallFailed> {
  try {
    const found = await secrets.read(userId, listNeeded(request))
    const values = new Map([...found].map(([name, { value }]) => [name, value]))
    const filled = fillRequest(request, values)
    const held = findHeld(found, filled.url)
    if (held !== undefined) return { failure: callFailure('SECRET_HELD', { secret: held }) }
    const tokens = [...found].flatMap(([name, { value, isToken }]) => (isToken ? [{ name, value }] : []))
    return { filled, tokens, hide: createSecretHider(values) }
  } catch (error) {
    if (error instanceof TokenMissing) return { failure: error.failure }
    if (error instanceof SecretMissing)
      return { failure: callFailure('SECRET_MISSING', { secret: error.secret }) }
    throw error
  }
}

/** The name of a host may hold a secret of its address. */
function hideIn({ code, params }: CallFailure, hide: (text: string) => string): CallFailure {
  const hidden = Object.entries(params).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'string' ? hide(value) : value,
  ])
  return { code, params: Object.fromEntries(hidden) } as CallFailure
}

/**
 * The file as the body of the request, or where it goes in that. As the body, its name and type go along unless the flow's
 * headers say others.
 */
async function addFile(
  files: FileReader | undefined,
  { headers, body, fields }: ReturnType<typeof fillRequest>,
  call: Pick<SecretCall, 'userId' | 'timeoutMs' | 'signal'> & { file: NonNullable<HttpRequest['file']> },
) {
  const signal = AbortSignal.any([call.signal, AbortSignal.timeout(call.timeoutMs)])
  const found = await files?.openToPost(call.userId, call.file.mediaId, signal)
  if (call.signal.aborted) return { failure: callFailure('GIVEN_UP') }
  if (found?.kind !== 'ready') return { failure: found?.failure ?? callFailure('FILES_NOT_POSTED') }
  if (found.body.sizeBytes > MAX_HTTP_FILE_BYTES)
    return { failure: callFailure('FILE_TOO_LARGE', { most: MAX_HTTP_FILE_BYTES }) }
  const { place } = call.file
  if (place?.kind === 'part') {
    const form = buildMultipart(fields, place.name, found)
    // What a flow says of the type cannot know the boundary.
    const others = headers.filter(({ name }) => name.toLowerCase() !== 'content-type')
    const type = { name: 'Content-Type', value: form.contentType }
    return { sent: { headers: [...others, type], body: form.body } }
  }
  if (place?.kind === 'base64') {
    const json = putBase64(`${body ?? ''}`, place.mark, found)
    return json === null ? { failure: callFailure('FILES_NOT_POSTED') } : { sent: { headers, body: json } }
  }
  const own = [
    { name: 'Content-Type', value: found.mimetype },
    ...(found.fileName === null
      ? []
      : [
          {
            name: 'Content-Disposition',
            value: `attachment; filename*=UTF-8''${encodeName(found.fileName)}`,
          },
        ]),
  ]
  const given = new Set(headers.map(({ name }) => name.toLowerCase()))
  const added = own.filter(({ name }) => !given.has(name.toLowerCase()))
  return { sent: { headers: [...headers, ...added], body: found.body } }
}

/** As RFC 8187 writes a name that is not plain ASCII. */
const encodeName = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)

/** The first secret that may not go where the call goes; the address is looked at as it is called, secrets in it included. */
function findHeld(secrets: ReadonlyMap<string, StoredSecret>, url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const host = new URL(url).hostname
  const held = [...secrets].find(([, { hosts }]) => !mayGoTo(hosts, host))
  return held?.[0]
}

/** Names of the secrets that a request is to be filled with. */
export function listNeeded({ url, headers, body, file }: HttpRequest): string[] {
  return [url, body, ...[...headers, ...fieldsOf(file)].map(({ value }) => value)].flatMap(listSecrets)
}

const fieldsOf = (file: HttpRequest['file']) => (file?.place?.kind === 'part' ? file.place.fields : [])

function fillRequest({ method, url, headers, body, file }: HttpRequest, values: ReadonlyMap<string, string>) {
  return {
    fields: fieldsOf(file).map(({ name, value }) => ({ name, value: fillSecrets(value, values) })),
    method,
    url: fillSecrets(url, values),
    headers: headers.map(({ name, value }) => ({ name, value: fillSecrets(value, values) })),
    body: body === null ? null : Buffer.from(fillSecrets(body, values)),
  }
}

/** JSON as its value, all else as text, also JSON that is too deep or too wide to be taken apart; a secret may stand in a text inside of the JSON, written once more as JSON. */
function readBody(
  headers: Readonly<Record<string, string>>,
  text: string,
  hide: (text: string) => string,
): unknown {
  const hidden = hide(text)
  const type = headers['content-type'] ?? ''
  if (type !== '' && !/[/+]json\b/i.test(type)) return hidden
  if (findTextExcess(hidden) !== undefined) return hidden
  try {
    return JSON.parse(hidden, (_, value: unknown) => (typeof value === 'string' ? hide(value) : value))
  } catch {
    return hidden
  }
}
