import type { Principal } from '../../contract/handlers.ts'
import { hasScope, type Scope } from '../../contract/scopes.ts'
import { refusal } from '../../core/errors.ts'
import { mayNameSecrets } from '../../core/flow/index.ts'
import type { Stored } from './document.ts'

const SCOPE: Scope = 'secrets:use'

/** Refuses to go on with a flow that names a secret when its caller may not use secrets. */
export type SecretUse = (flow: Pick<Stored, 'nodes'>) => void

/** For people in the dashboard and at the command line, and for keys that may use secrets. */
export const allowSecretUse: SecretUse = () => {}

/** Refuses a key that is limited to other scopes; `holder` is what names a secret. */
export function refuseSecretUse(
  principal: Pick<Principal, 'scopes'>,
  holder: 'call' | 'flow' | 'model',
): void {
  if (hasScope(principal, SCOPE)) return
  throw refusal('FORBIDDEN', 'SCOPE_MISSING', { scope: SCOPE, holder }, { data: { scope: SCOPE } })
}

/** Decides it for one caller. */
export function createSecretUse(principal: Pick<Principal, 'scopes'>): SecretUse {
  if (hasScope(principal, SCOPE)) return allowSecretUse
  return ({ nodes }) => {
    if (mayNameSecrets(nodes)) refuseSecretUse(principal, 'flow')
  }
}

/** Refuses a key that lacks a scope which an operation needs beside its own. */
export function refuseWithoutScope(principal: Pick<Principal, 'scopes'>, scope: Scope): void {
  if (hasScope(principal, scope)) return
  throw refusal('FORBIDDEN', 'SCOPE_MISSING', { scope, holder: 'key' }, { data: { scope } })
}
