import { randomBytes } from 'node:crypto'
import { nkeys } from '@nats-io/transport-node'

/** The operator of a server, and the accounts that it resolves: id to token (JWT of NATS, version 2). */
export interface NatsOperator {
  token: string
  accounts: Readonly<Record<string, string>>
}

/** What a user may do: patterns of subjects. */
export interface NatsRights {
  publish: readonly string[]
  subscribe: readonly string[]
}

interface Claims {
  iss: string
  sub: string
  nats: { pub?: { allow?: string[] }; sub?: { allow?: string[] } }
}

export const newNonce = (): string => randomBytes(11).toString('base64url')

/** The claims of a token whose signature is its issuer's; null for any other text. */
function readToken(token: string): Claims | null {
  const [head = '', body = '', signature = ''] = token.split('.')
  try {
    const claims: Claims = JSON.parse(Buffer.from(body, 'base64url').toString())
    const signed = Buffer.from(`${head}.${body}`)
    const isGenuine = nkeys.fromPublic(claims.iss).verify(signed, Buffer.from(signature, 'base64url'))
    return isGenuine ? claims : null
  } catch {
    return null
  }
}

/**
 * Whether a CONNECT is a user's of one of the accounts, as nats-server decides it (`processClientOrLeafAuthentication` in its
 * server/auth.go): the token is signed by an account that the operator signed, and its user signed the nonce. Null refuses.
 */
export function readLogin(operator: NatsOperator, nonce: string, connect: string): NatsRights | null {
  try {
    const { jwt = '', sig = '' }: { jwt?: string; sig?: string } = JSON.parse(connect)
    const user = readToken(jwt)
    const account = user && readToken(operator.accounts[user.iss] ?? '')
    if (!user || account?.sub !== user.iss || account.iss !== readToken(operator.token)?.sub) return null
    if (!nkeys.fromPublic(user.sub).verify(Buffer.from(nonce), Buffer.from(sig, 'base64url'))) return null
    return { publish: user.nats.pub?.allow ?? ['>'], subscribe: user.nats.sub?.allow ?? ['>'] }
  } catch {
    return null
  }
}
