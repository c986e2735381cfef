import { ACCESS, type Access } from './access.ts'

/** What messaging does all the time is told by messages, runs and events; the audit log is for what changes the rules. */
const TOLD_ELSEWHERE = new Set(['chat:write', 'contacts:write', 'runs:write'])
/** It is asked again and again while a client is paired, and changes nothing. */
const CHANGES_NOTHING = new Set(['server.qr', 'worker.passkey.get', 'sessions.list'])

function isAudited([operation, { scope }]: [string, Access]): boolean {
  if (CHANGES_NOTHING.has(operation) || operation.startsWith('sandbox.')) return false
  return scope === 'people' || (scope.endsWith(':write') && !TOLD_ELSEWHERE.has(scope))
}

/** The operations whose calls the audit log has: all that change something, but for messaging itself. */
export const AUDITED_OPERATIONS: readonly string[] = Object.entries(ACCESS)
  .filter(isAudited)
  .map(([operation]) => operation)

/** Signing in is no operation of the contract, but nobody changes anything in the dashboard without it. */
export const SIGN_IN = 'sign-in'

/** What only the command line does, and the log has too. */
export const AUDITED_COMMANDS = ['master-key.rotate', 'master-key.retire'] as const

/** What somebody without an account does with a pairing link, and how the link ends. */
export const AUDITED_VISITS = [
  'pairing-link.open',
  'pairing-link.start',
  'pairing-link.code',
  'pairing-link.passkey',
  'pairing-link.confirm',
  'pairing-link.leave',
  'pairing-link.end',
] as const
