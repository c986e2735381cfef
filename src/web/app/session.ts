import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { START_INFO_PATH, type StartInfo } from '../../contract/start-info.ts'
import { takePrefetched } from './prefetched.ts'

/** The signed-in person. */
export interface Person {
  id: string
  name: string
  email: string
  role: 'admin' | 'user'
  plan: 'free' | 'pro'
}

/** One place where the person is signed in. */
export interface SessionEntry {
  id: string
  createdAt: string
  expiresAt: string
  userAgent: string | null
  ipAddress: string | null
}

export interface Session {
  user: Person
  session: SessionEntry
}

/** Why signing in or changing an account was refused; `code` is an entry of the catalogue, or unknown to it. */
export class SignInError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.name = 'SignInError'
    this.code = code
  }
}

const TOO_MANY = 429

async function readAnswer<T>(response: Response): Promise<T> {
  if (response.ok) return (await response.json()) as T
  const body = (await response.json().catch(() => ({}))) as { code?: string; message?: string }
  const code = response.status === TOO_MANY ? 'TOO_MANY_ATTEMPTS' : (body.code ?? String(response.status))
  throw new SignInError(code, body.message ?? response.statusText)
}

async function get<T>(path: string): Promise<T> {
  return await readAnswer<T>(await (takePrefetched(path) ?? fetch(path)))
}

async function post<T = unknown>(path: string, body: object): Promise<T> {
  const response = await fetch(`/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return await readAnswer<T>(response)
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => get<Session | null>('/api/auth/get-session'),
  staleTime: 300_000,
})

/** Whether the service said that the session is over; the page stays as it is until the person signs in again. */
export const sessionEndedQuery = queryOptions({
  queryKey: ['session-ended'],
  queryFn: () => false,
  initialData: false,
  // Only told, never asked for: what refreshes everything must not clear it.
  enabled: false,
})

/** Whether the service said that the session works in another workspace than the one this page shows. */
export const workspaceLeftQuery = queryOptions({
  queryKey: ['workspace-left'],
  queryFn: () => false,
  initialData: false,
  enabled: false,
})

export const startInfoQuery = queryOptions({
  queryKey: ['start-info'],
  queryFn: () => get<StartInfo>(START_INFO_PATH),
  staleTime: 60_000,
})

export const signIn = (input: { email: string; password: string }) => post('/sign-in/email', input)
export const signUp = (input: { name: string; email: string; password: string }) =>
  post('/sign-up/email', input)
/** What an invitation is for, by what its link carries. */
export interface InvitationInfo {
  email: string
  invitedBy: string
  expiresAt: string
  /** The workspace it leads into; null is an account of one's own. */
  workspace: string | null
  /** Whether somebody with this address has an account, who joins with that. */
  hasAccount: boolean
}

export const showInvitation = (token: string) => post<InvitationInfo>('/invitation/show', { token })
export const acceptInvitation = (input: { token: string; name: string; password: string }) =>
  post('/invitation/accept', input)
export const signOut = () => post('/sign-out', {})
export const changeName = (name: string) => post('/update-user', { name })
export const changePassword = (input: { currentPassword: string; newPassword: string }) =>
  post('/change-password', { ...input, revokeOtherSessions: true })
export const endOtherSessions = () => post('/revoke-other-sessions', {})

export const askForSession = (client: QueryClient) => client.prefetchQuery(sessionQuery)

/** Sends who is not signed in to the sign-in page, and back afterwards. */
export async function requireSession(
  client: QueryClient,
  location: { pathname: string; searchStr: string },
): Promise<void> {
  if (await client.ensureQueryData(sessionQuery)) return
  redirect({
    to: '/sign-in',
    search: location.pathname === '/' ? {} : { next: location.pathname + location.searchStr },
    throw: true,
  })
}
