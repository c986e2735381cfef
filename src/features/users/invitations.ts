import { z } from 'zod'
import type { Handlers } from '../../contract/handlers.ts'
import { missing, refusal } from '../../core/errors.ts'
import type { Database } from '../../db/client.ts'
import type { SignUp } from '../../platform/config.ts'
import { newId } from '../../platform/ids.ts'
import { randomToken, sha256 } from '../../platform/secrets.ts'
import { createWorkspaceInvitationStore, type WorkspaceInvitationStore } from '../workspaces/index.ts'
import { createInvitationStore, type InvitationRow, type InvitationStore } from './invitation-store.ts'
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

const describe = ({
  email,
  invitedBy,
  expiresAt,
}: Pick<InvitationRow, 'email' | 'invitedBy' | 'expiresAt'>) => ({
  ...{ email, invitedBy, expiresAt },
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

/** What opens links: invitations to an account here, and those into a workspace. */
export interface OpenedBy {
  accounts: InvitationStore
  workspaces: WorkspaceInvitationStore
}

export const openLinks = (db: Database): OpenedBy => ({
  accounts: createInvitationStore(db),
  workspaces: createWorkspaceInvitationStore(db),
})

type Taken = z.infer<typeof Account> & { tokenHash: Buffer }

/** Makes the account that an invitation is for; answers its address, or null when the link opens none. */
async function makeAccount(
  { accounts, workspaces }: OpenedBy,
  signUp: SignUp,
  taken: Taken,
): Promise<string | null> {
  const { tokenHash, name, password } = taken
  const account = async () => {
    const passwordHash = await hashPassword(password)
    return { userId: newId(), name, accountId: newId(), passwordHash }
  }
  // Looked at first, so that only who has an invitation has a password hashed, which takes its time.
  if (await accounts.find(tokenHash))
    return (await accounts.takeUp({ tokenHash, ...(await account()) }))?.email ?? null
  const found = await workspaces.find(tokenHash)
  if (!found || found.hasAccount || signUp === 'admins') return null
  return (await workspaces.takeUp(tokenHash, found.email, await account())) ? found.email : null
}

/**
 * Answers who follows the link of an invitation: what it is, and the account they make with it. They are signed in by
 * `signIn`, whose answer they get, with its rules about attempts and origins. Who has an account joins by an operation.
 */
export function createInvitationEntrance(
  opened: OpenedBy,
  signUp: SignUp,
  signIn: (request: Request, input: { email: string; password: string }) => Promise<Response>,
) {
  async function show(body: unknown): Promise<Response> {
    const parsed = Token.safeParse(body)
    if (!parsed.success) return over()
    const tokenHash = sha256(parsed.data.token)
    const found = await opened.accounts.find(tokenHash)
    if (found) return Response.json({ ...describe(found), workspace: null, hasAccount: false })
    const into = await opened.workspaces.find(tokenHash)
    if (!into) return over()
    const { workspace, hasAccount } = into
    // One of before it was closed to them.
    if (!hasAccount && signUp === 'admins') return over()
    return Response.json({ ...describe(into), workspace, hasAccount })
  }

  async function takeUp(request: Request, body: unknown): Promise<Response> {
    const parsed = Account.safeParse(body)
    if (!parsed.success) {
      const message = `A name and a password of ${MIN_PASSWORD_CHARS} to ${MAX_PASSWORD_CHARS} characters are needed.`
      return refuse(400, 'INVALID_ACCOUNT', message)
    }
    const email = await makeAccount(opened, signUp, { ...parsed.data, tokenHash: sha256(parsed.data.token) })
    return email === null ? over() : await signIn(request, { email, password: parsed.data.password })
  }

  return async (request: Request): Promise<Response> => {
    const body = await readBody(request)
    const action = new URL(request.url).pathname.slice(PATH.length)
    if (request.method === 'POST' && action === 'show') return await show(body)
    if (request.method === 'POST' && action === 'accept') return await takeUp(request, body)
    return refuse(404, 'NOT_FOUND', 'There is nothing at this path.')
  }
}
