import type { IncomingMessage, ServerResponse } from 'node:http'
import { Refusal, refusal } from '../../core/errors.ts'
import {
  INCOMING_PATH,
  type IncomingAnswer,
  type IncomingRequest,
} from '../../features/incoming-webhooks/index.ts'
import { answerJson } from './answer.ts'
import { checkContentType, parseBody, readBytes } from './body.ts'
import { GET_ONLY, type Route } from './routes.ts'
import { readPeer } from './web-request.ts'

/** Answers a request at the address of a trigger; refusals are thrown. */
export type AnswerIncoming = (request: IncomingRequest) => Promise<IncomingAnswer>

const INCOMING_METHODS = {
  methods: [...GET_ONLY.methods, 'POST'],
  advice: 'This path takes POST with JSON or a form, and tells with GET what it is.',
}

const MAX_BODY_BYTES = 262_144
const MAX_FORM_FIELDS = 1_000
const FORM = /^application\/x-www-form-urlencoded\s*(;\s*charset="?utf-?8"?\s*)?$/i
const JSON_SUFFIX = /^application\/[\w.+-]+\+json\b/i

/** One value as a text, several of the same name as a list. */
function toFields(pairs: URLSearchParams): Record<string, unknown> {
  const names = [...new Set(pairs.keys())].slice(0, MAX_FORM_FIELDS)
  return Object.fromEntries(
    names.map((name) => {
      const values = pairs.getAll(name)
      return [name, values.length === 1 ? values[0] : values.slice(0, MAX_FORM_FIELDS)]
    }),
  )
}

function parseForm(bytes: Uint8Array): unknown {
  try {
    return toFields(new URLSearchParams(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
  } catch {
    return refusal('BAD_REQUEST', 'FORM_UNREADABLE', {})
  }
}

/** JSON of any media type that says so, or a form. No body at all needs no type. */
function parse(req: IncomingMessage, raw: Uint8Array): unknown {
  const type = req.headers['content-type'] ?? ''
  if (raw.length === 0) return {}
  if (FORM.test(type) && req.headers['content-encoding'] === undefined) return parseForm(raw)
  const plain = JSON_SUFFIX.test(type) ? type.replace(JSON_SUFFIX, 'application/json') : type
  const headers = { ...req.headers, 'content-type': plain }
  if (checkContentType({ headers })) return refusal('UNSUPPORTED_MEDIA_TYPE', 'CALL_CONTENT_TYPE', {})
  return parseBody(Buffer.from(raw))
}

function readHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, [value].flat().join(', ')]],
    ),
  )
}

const TOO_LARGE = { kib: MAX_BODY_BYTES / 1024 }

/**
 * Addresses that other systems call: without a key and without a session, under the names of this service alone. Whoever knows
 * the token may call it, from a page too; no other site may read the answer.
 */
export function createIncomingRoute(handle: AnswerIncoming, isProxied: boolean): Route {
  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<Refusal | undefined> => {
    const url = URL.parse(req.url ?? '/', 'http://localhost')
    const request: IncomingRequest = {
      method: req.method === 'POST' ? 'POST' : 'GET',
      token: url?.pathname.slice(INCOMING_PATH.length) ?? '',
      peer: readPeer(req, isProxied),
      headers: readHeaders(req),
      query: toFields(url?.searchParams ?? new URLSearchParams()),
      read: async () => {
        const bytes = await readBytes(req, MAX_BODY_BYTES)
        const isTooLarge = bytes instanceof Refusal && bytes.code === 'PAYLOAD_TOO_LARGE'
        return isTooLarge ? refusal('PAYLOAD_TOO_LARGE', 'CALL_TOO_LARGE', TOO_LARGE) : bytes
      },
      parse: (raw) => parse(req, raw),
    }
    try {
      const { status, body } = await handle(request)
      answerJson(req, res, status, body)
      return undefined
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const retryAfterSec = error.data?.retryAfterSec
      if (typeof retryAfterSec === 'number') res.setHeader('retry-after', retryAfterSec)
      return error
    }
  }
  return { name: 'incoming-webhook', takes: INCOMING_METHODS, answer: ({ req, res }) => answer(req, res) }
}
