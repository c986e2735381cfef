import type { Handlers } from '../../../contract/handlers.ts'
import { GOOGLE_HOSTS } from '../../../core/connection-kinds.ts'
import { refusal } from '../../../core/errors.ts'
import type { Executor } from '../../../db/transaction.ts'
import { AccessTokens } from './access-tokens.ts'
import { type AgreementDeps, Agreements } from './agreements.ts'
import { READ_CONNECTION, WRITE_CONNECTION } from './connection-store.ts'
import {
  type ConnectionSettings,
  connectionSettingsContext,
  describeSettings,
  type MailServer,
} from './settings.ts'

export interface ConnectionDeps extends Omit<AgreementDeps, 'tokens'> {
  newId(): string
}

/** A secret as it is shown, by the caller of an operation. */
type Shown = Awaited<ReturnType<Handlers['secrets']['set']>>
type CallContext = Parameters<Handlers['secrets']['set']>[1]

export interface ShownBy {
  show(name: string, ctx: CallContext): Promise<Shown>
  /** Stores the name with its hosts in the caller's transaction; refuses what it may not replace. */
  keepName(tx: Executor, userId: string, name: string, hosts: readonly string[] | undefined): Promise<void>
}

const ownHostsOf = ({ kind }: ConnectionSettings): readonly string[] | undefined =>
  kind === 'google_service_account' ? GOOGLE_HOSTS : undefined

/** Secrets whose values are tokens that the service gets and renews itself. */
export class Connections {
  readonly tokens: AccessTokens
  readonly #deps: ConnectionDeps
  readonly #agreements: Agreements

  constructor(deps: ConnectionDeps) {
    this.#deps = deps
    this.tokens = new AccessTokens(deps)
    this.#agreements = new Agreements({ ...deps, tokens: this.tokens })
  }

  createHandlers({ show, keepName }: ShownBy): Handlers['secrets']['connections'] {
    const { db, redirectUri } = this.#deps
    return {
      set: async ({ name, hosts, settings }, ctx) => {
        const goingTo = settings.kind === 'smtp' ? [settings.host] : (hosts ?? ownHostsOf(settings))
        await db.transaction(async (tx) => {
          await keepName(tx, ctx.owner, name, goingTo)
          await this.#write(tx, ctx.owner, name, settings)
        })
        return show(name, ctx)
      },
      redirectUri: async () => ({ redirectUri }),
      begin: async ({ name }, { owner }) => ({ url: await this.#agreements.begin(owner, name) }),
      finish: async (returned, ctx) => show(await this.#agreements.finish(ctx.owner, returned), ctx),
      check: async ({ name }, ctx) => {
        const shown = await show(name, ctx)
        if (!shown.connection) throw refusal('NOT_FOUND', 'NO_SUCH_CONNECTION', {})
        await this.tokens.check({ userId: ctx.owner, name })
        return show(name, ctx)
      },
    }
  }

  /** The mail server of that name; null: there is none. */
  async readMailServer(userId: string, name: string): Promise<MailServer | null> {
    const row = await this.#deps.db.queryOne(READ_CONNECTION, [userId, name])
    if (row?.kind !== 'smtp') return null
    const text = this.#deps.box.open(row.sealedSettings, connectionSettingsContext(userId, name))
    return JSON.parse(text) as MailServer
  }

  async #write(tx: Executor, userId: string, name: string, settings: ConnectionSettings): Promise<void> {
    const { account, server, scope } = describeSettings(settings)
    const sealed = this.#deps.box.seal(JSON.stringify(settings), connectionSettingsContext(userId, name))
    const state = settings.kind === 'oauth2_code' ? 'not_connected' : 'connected'
    await tx.query(WRITE_CONNECTION, [userId, name, settings.kind, sealed, account, server, scope, state])
  }
}
