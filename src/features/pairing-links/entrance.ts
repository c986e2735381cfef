import { z } from 'zod'
import { Assertion } from '../../contract/clients/passkey.ts'
import { phoneNumber } from '../../contract/fields.ts'
import { refusal } from '../../core/errors.ts'
import { inputProblem, problemText, toInputProblem } from '../../core/input/input-problem.ts'
import { createAttemptLimiter, PEER_HEADER } from '../users/index.ts'
import { refuseNoVisit, refuseTooOften } from './refusals.ts'
import type { VisitActs, Visitor } from './visits.ts'

/** Paths under which somebody without an account uses a pairing link. */
export const PAIRING_PATH = '/api/pairing/'

/** 32 bytes of base64url: of a link and of a visit alike. */
const TOKEN = /^[\w-]{43}$/
const BEARER = /^bearer +([\w-]{43})$/i

/** In a minute. A page asks every two seconds; several people may share an address. */
const PER_ADDRESS = { window: 60, max: 600 }
const LOOKS_PER_LINK = { window: 60, max: 120 }
const ACTS_PER_LINK = { window: 60, max: 30 }

const Token = z.strictObject({ token: z.string().regex(TOKEN, { error: problemText('NO_LINK_TOKEN') }) })
const Opening = Token.extend({
  visit: z.string().regex(TOKEN, { error: problemText('NO_VISIT_TOKEN') }),
})
const Nothing = z.strictObject({})
const Phone = z.strictObject({ phoneNumber })
const Signed = z.strictObject({ assertion: Assertion })

function parse<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const problem = issue ? toInputProblem(issue) : inputProblem('INVALID')
  throw refusal('BAD_REQUEST', 'FIELD_INVALID', { problem }, { path: issue?.path.join('.') || 'body' })
}

/** A page of another origin can send forms and plain text without being asked about its origin first, but no JSON. */
async function readBody(request: Request): Promise<unknown> {
  if (request.method !== 'POST') throw refusal('METHOD_NOT_SUPPORTED', 'PAIRING_METHOD', {})
  if (!request.headers.get('content-type')?.startsWith('application/json'))
    throw refusal('UNSUPPORTED_MEDIA_TYPE', 'PAIRING_CONTENT_TYPE', {})
  return await request.json().catch(() => null)
}

/** It is no cookie: a page that frames this one, or another of this site, cannot have it sent along. */
function readVisit(request: Request): string {
  const [, visit] = BEARER.exec(request.headers.get('authorization') ?? '') ?? []
  if (visit !== undefined) return visit
  throw refuseNoVisit()
}

const done = {}

/** Answers the page of pairing links; refusals are thrown. */
export class PairingEntrance {
  readonly #visits: VisitActs
  readonly #limiter: ReturnType<typeof createAttemptLimiter>

  constructor(visits: VisitActs, nowMs: () => number) {
    this.#visits = visits
    this.#limiter = createAttemptLimiter(nowMs)
  }

  async handle(request: Request): Promise<Response> {
    const address = request.headers.get(PEER_HEADER) ?? 'unknown'
    await this.#count(`address ${address}`, PER_ADDRESS)
    const body = await readBody(request)
    const by = { address, requestId: request.headers.get('x-request-id') }
    return Response.json(await this.#answer(request, body, by))
  }

  async #count(key: string, rule: { window: number; max: number }): Promise<void> {
    const { retryAfter } = await this.#limiter.consume(key, rule)
    if (retryAfter !== null) throw refuseTooOften(retryAfter)
  }

  async #look(request: Request): Promise<object> {
    const visit = readVisit(request)
    await this.#count(`look ${visit}`, LOOKS_PER_LINK)
    return await this.#visits.state(visit)
  }

  async #handleAction(request: Request, action: string, body: unknown, by: Visitor): Promise<object> {
    const visit = readVisit(request)
    await this.#count(`act ${visit}`, ACTS_PER_LINK)
    switch (action) {
      case 'start':
        parse(Nothing, body)
        await this.#visits.start(visit, by)
        return done
      case 'code':
        await this.#visits.requestCode(visit, by, parse(Phone, body).phoneNumber)
        return done
      case 'passkey':
        await this.#visits.answerPasskey(visit, by, parse(Signed, body).assertion)
        return done
      case 'confirm':
        parse(Nothing, body)
        await this.#visits.confirmPasskey(visit, by)
        return done
      case 'leave':
        parse(Nothing, body)
        await this.#visits.leave(visit, by)
        return done
      default:
        throw refusal('NOT_FOUND', 'PAIRING_PATH_UNKNOWN', {})
    }
  }

  async #answer(request: Request, body: unknown, by: Visitor): Promise<object> {
    const action = new URL(request.url).pathname.slice(PAIRING_PATH.length)
    if (action === 'state') return await this.#look(request)
    if (action === 'open') {
      const { token, visit } = parse(Opening, body)
      await this.#count(`open ${token}`, ACTS_PER_LINK)
      await this.#visits.open(token, visit, by)
      return done
    }
    if (action !== 'show') return await this.#handleAction(request, action, body, by)
    const { token } = parse(Token, body)
    await this.#count(`show ${token}`, ACTS_PER_LINK)
    return await this.#visits.show(token)
  }
}
