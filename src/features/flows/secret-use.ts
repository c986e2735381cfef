import type { Principal } from '../../contract/handlers.ts'
import { hasScope, requireScope, type Scope } from '../../contract/scopes.ts'
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
  requireScope(principal, SCOPE, holder)
}

/** Decides it for one caller. */
export function createSecretUse(principal: Pick<Principal, 'scopes'>): SecretUse {
  if (hasScope(principal, SCOPE)) return allowSecretUse
  return ({ nodes }) => {
    if (mayNameSecrets(nodes)) refuseSecretUse(principal, 'flow')
  }
}
