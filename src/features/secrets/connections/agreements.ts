import { refusal } from '../../../core/errors.ts'
import type { Database } from '../../../db/client.ts'
import type { SecretBox } from '../../../platform/secret-box.ts'
import { randomToken, sha256 } from '../../../platform/secrets.ts'
import { type AccessTokens, renewInSec } from './access-tokens.ts'
import { ADD_AGREEMENT, CONNECT, READ_CONNECTION, TAKE_AGREEMENT } from './connection-store.ts'
import { agreementContext, type ConnectionSettings, connectionSettingsContext } from './settings.ts'
import { buildAgreementUrl } from './token-request.ts'
import { askForToken, type TokenServerDeps } from './token-server.ts'

export interface AgreementDeps extends TokenServerDeps {
  db: Database
  box: SecretBox
  tokens: Pick<AccessTokens, 'seal'>
  /** Where people come back to. */
  redirectUri: string
}

/** What the other system sent somebody back with. */
export interface Returned {
  state: string
  code?: string | undefined
  error?: string | undefined
}

interface Open {
  sealedSettings: string
  settings: Extract<ConnectionSettings, { kind: 'oauth2_code' }>
}

/**
 * Asks people at another system whether flows may act for them (RFC 6749, 4.1). The state is drawn for one person and one
 * connection and is good once (RFC 6749, 10.12), the code is worth nothing without the verifier that stays here (RFC 7636).
 */
export class Agreements {
  readonly #deps: AgreementDeps

  constructor(deps: AgreementDeps) {
    this.#deps = deps
  }

  async begin(userId: string, name: string): Promise<string> {
    const { db, box, redirectUri } = this.#deps
    const { settings } = await this.#open(userId, name)
    const [state, verifier] = [randomToken(), randomToken()]
    const hash = toHash(state)
    await db.query(ADD_AGREEMENT, [hash, userId, name, box.seal(verifier, agreementContext(hash))])
    return buildAgreementUrl(settings, { redirectUri, state, verifier })
  }

  /** Answers the name of what is connected now. */
  async finish(userId: string, { state, code, error }: Returned): Promise<string> {
    const { db, box, tokens, redirectUri } = this.#deps
    const hash = toHash(state)
    const asked = await db.queryOne(TAKE_AGREEMENT, [hash, userId])
    if (!asked) throw refusal('CONFLICT', 'AGREEMENT_UNKNOWN', {})
    const { name } = asked
    if (code === undefined) throw refusal('CONFLICT', 'NOT_AGREED', { name, error: error ?? null })
    const verifier = box.open(asked.sealed, agreementContext(hash))
    const { settings, sealedSettings } = await this.#open(userId, name)
    const answer = await askForToken(this.#deps, settings, { kind: 'code', code, verifier, redirectUri })
    if (answer.kind !== 'token') throw refusal('CONFLICT', 'CODE_REFUSED', { name, error: answer.error })
    const sealed = tokens.seal({ userId, name }, { access: answer.access, refresh: answer.refresh })
    const values = [userId, name, sealedSettings, sealed, renewInSec(answer.lifeSec)]
    if (!(await db.queryOne(CONNECT, values))) throw refusal('CONFLICT', 'AGREEMENT_UNKNOWN', {})
    return name
  }

  async #open(userId: string, name: string): Promise<Open> {
    const row = await this.#deps.db.queryOne(READ_CONNECTION, [userId, name])
    if (!row) throw refusal('NOT_FOUND', 'NO_SUCH_CONNECTION', {})
    const { sealedSettings } = row
    const text = this.#deps.box.open(sealedSettings, connectionSettingsContext(userId, name))
    const settings = JSON.parse(text) as ConnectionSettings
    if (settings.kind !== 'oauth2_code') throw refusal('CONFLICT', 'NOBODY_AGREES', {})
    return { settings, sealedSettings }
  }
}

const toHash = (state: string): string => sha256(state).toString('hex')
