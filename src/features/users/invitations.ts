import { z } from 'zod'
import type { Handlers } from '../../contract/handlers.ts'
import { missing, refusal } from '../../core/errors.ts'
import { newId } from '../../platform/ids.ts'
import { randomToken, sha256 } from '../../platform/secrets.ts'
import type { InvitationRow, InvitationStore } from './invitation-store.ts'
import { hashPassword } from './password.ts'
import { MAX_PASSWORD_CHARS, MIN_PASSWORD_CHARS } from './service.ts'

const VALID_DAYS = 7
const TOKEN_BYTES = 32
const TOKEN_FORMAT = /^[\w-]{43}$/

/** Random over 256 bits, so a plain hash keeps it as safe as a slow one would. */

const toResource = ({ createdAt, expiresAt, ...row }: InvitationRow) => ({
  ...row,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
})

/** Invitations for administrators. What a link carries stands behind its #, which browsers never send to a server. */
export function createInvitationHandlers(store: InvitationStore): Handlers['invitations'] {
  return {
    list: async () => (await store.list()).map(toResource),
    async create({ email: given, role, plan }, ctx) {
      const email = given.trim().toLowerCase()
      const token = randomToken(TOKEN_BYTES)
      const row = await store.write({
        id: newId(),
        ...{ email, role, plan, tokenHash: sha256(token) },
        invitedBy: ctx.principal.userId,
        days: VALID_DAYS,
      })
      if (row) return { ...toResource(row), path: `/invitation#${token}` }
      throw refusal('CONFLICT', 'HAS_ACCOUNT', { email })
    },
    async revoke({ id }) {
      if (!(await store.remove(id))) throw missing('invitation')
      return { success: true }
    },
  }
}

const Token = z.object({ token: z.string().regex(TOKEN_FORMAT) })
const Account = Token.extend({
  name: z.string().trim().min(1).max(120),
  password: z.string().min(MIN_PASSWORD_CHARS).max(MAX_PASSWORD_CHARS),
})

const PATH = '/api/auth/invitation/'

export const isInvitationRequest = (request: Request): boolean =>
  new URL(request.url).pathname.startsWith(PATH)

const refuse = (status: number, code: string, message: string): Response =>
  Response.json({ code, message }, { status })

const over = () =>
  refuse(404, 'INVITATION_OVER', 'This invitation is over. Ask who invited you for a new one.')

async function readBody(request: Request): Promise<unknown> {
  // A page of another origin can only send a form or plain text without being asked about its origin first.
  if (!request.headers.get('content-type')?.startsWith('application/json')) return null
  return await request.json().catch(() => null)
}

/**
 * Answers who follows the link of an invitation: what it is, and the account they make with it. They are signed in by
 * `signIn`, whose answer they get, with its rules about attempts and origins.
 */
export function createInvitationEntrance(
  store: InvitationStore,
  signIn: (request: Request, input: { email: string; password: string }) => Promise<Response>,
) {
  async function show(body: unknown): Promise<Response> {
    const parsed = Token.safeParse(body)
    const found = parsed.success && (await store.find(sha256(parsed.data.token)))
    if (!found) return over()
    const { email, invitedBy, expiresAt } = found
    return Response.json({ email, invitedBy, expiresAt })
  }

  async function takeUp(request: Request, body: unknown): Promise<Response> {
    const parsed = Account.safeParse(body)
    if (!parsed.success) {
      const message = `A name and a password of ${MIN_PASSWORD_CHARS} to ${MAX_PASSWORD_CHARS} characters are needed.`
      return refuse(400, 'INVALID_ACCOUNT', message)
    }
    const { token, name, password } = parsed.data
    const tokenHash = sha256(token)
    // Looked at first, so that only who has an invitation has a password hashed, which takes its time.
    if (!(await store.find(tokenHash))) return over()
    const passwordHash = await hashPassword(password)
    const user = await store.takeUp({ tokenHash, userId: newId(), name, accountId: newId(), passwordHash })
    return user ? await signIn(request, { email: user.email, password }) : over()
  }

  return async (request: Request): Promise<Response> => {
    const body = await readBody(request)
    const action = new URL(request.url).pathname.slice(PATH.length)
    if (request.method === 'POST' && action === 'show') return await show(body)
    if (request.method === 'POST' && action === 'accept') return await takeUp(request, body)
    return refuse(404, 'NOT_FOUND', 'There is nothing at this path.')
  }
}
