import type { Caller } from '../../contract/handlers.ts'
import { createInvitationEntrance, isInvitationRequest } from './invitations.ts'
import { buildCookieName, COOKIE_PREFIX, isSecure, readSessionToken } from './session-cookie.ts'
import type { createLibrary, SignInDeps } from './sign-in-library.ts'

export interface SignIn {
  /** Answers the requests under `/api/auth/`. */
  handle(request: Request): Promise<Response>
  /** The signed-in person of a `Cookie` header, in one round trip, or null. */
  checkSession(cookieHeader: string): Promise<Caller | null>
}

const SIGN_IN_PATH = '/api/auth/sign-in/email'
/** A wrong password, and the right one of somebody who may not come in. */
const REFUSED = [401, 403]

/** Scripts of a page have no need of the token: the cookie carries it, out of their reach. */
async function withoutTokens(response: Response): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('application/json')) return response
  const text = await response.text()
  const hide = (key: string, value: unknown) => (key === 'token' ? undefined : value)
  const body = text === '' ? text : JSON.stringify(JSON.parse(text, hide))
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  return new Response(body, { status: response.status, headers })
}

/** The same caller, signing in. */
function asSignIn(request: Request, input: object): Request {
  const headers = new Headers(request.headers)
  headers.delete('content-length')
  const url = new URL(SIGN_IN_PATH, request.url)
  return new Request(url, { method: 'POST', headers, body: JSON.stringify(input) })
}

/** The address of a request to sign in; undefined for every other request. */
async function readSignInEmail(request: Request): Promise<string | undefined> {
  if (request.method !== 'POST' || new URL(request.url).pathname !== SIGN_IN_PATH) return undefined
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => null)
  if (typeof body !== 'object' || body === null || !('email' in body)) return undefined
  return typeof body.email === 'string' ? body.email.toLowerCase() : undefined
}

/** Sign-up, sign-in and sessions of people. */
export function createSignIn(deps: SignInDeps): SignIn {
  // A tenth of all that a start loads, and who calls with a key never needs it.
  let library: Promise<ReturnType<typeof createLibrary>> | undefined
  const askLibrary = async (request: Request): Promise<Response> => {
    library ??= import('./sign-in-library.ts').then((module) => module.createLibrary(deps))
    return await (await library).handler(request)
  }
  const cookieName = buildCookieName(COOKIE_PREFIX, isSecure(deps.publicUrl))
  const answerInvited = createInvitationEntrance(deps.invitations, deps.signUp, (request, input) =>
    askLibrary(asSignIn(request, input)),
  )
  const answer = (request: Request): Promise<Response> =>
    isInvitationRequest(request) ? answerInvited(request) : askLibrary(request)
  async function handle(request: Request): Promise<Response> {
    const email = deps.onSignInFailed && (await readSignInEmail(request))
    const response = await answer(request)
    if (email !== undefined && REFUSED.includes(response.status)) {
      const user = await deps.store.find(email)
      await deps.onSignInFailed?.({ userId: user?.id ?? null, email })
    }
    return await withoutTokens(response)
  }
  return {
    handle,
    async checkSession(cookieHeader) {
      const token = readSessionToken(cookieHeader, cookieName, deps.secret)
      if (token === null) return null
      const user = await deps.store.readSession(token)
      if (!user) return null
      const { id: userId, ...rest } = user
      return { userId, ...rest, via: 'session' }
    },
  }
}
