import type { AUDITED_VISITS } from '../../contract/account/audit.ts'
import type { OwnerId } from '../../contract/handlers.ts'
import { sha256 } from '../../platform/secrets.ts'
import type { ClientService } from '../clients/index.ts'
import {
  refuseElsewhere,
  refuseNotLinkable,
  refuseNoVisit,
  refuseOver,
  refuseUnknown,
  refuseUsedUp,
} from './refusals.ts'
import type { PairingLinkRow, PairingLinkStore, Use } from './store.ts'
import { toAsked, toEnded, toLinking } from './visit-state.ts'

/** Who visits, as far as the HTTP side knows. */
export interface Visitor {
  /** Where they call from, for the audit log. */
  address: string
  requestId: string | null
}

type VisitAct = (typeof AUDITED_VISITS)[number]

export interface VisitDeps {
  store: PairingLinkStore
  clients: Pick<ClientService, 'status' | 'start' | 'requestPairingCode' | 'takePasskey'>
  hasSession(clientId: string, owner: OwnerId): Promise<boolean>
  /** Does the work with a row in the audit log around it, in the name of who made the link. */
  audit<T>(
    doer: { userId: string; requestId: string | null },
    act: VisitAct,
    target: Record<string, unknown>,
    work: () => Promise<T>,
  ): Promise<T>
}

/**
 * What somebody who has a pairing link may do: see where the linking of its one client stands, and bring it on. Nothing here
 * takes the id of a client, so nothing else can be reached.
 */
export class Visits {
  readonly #store: PairingLinkStore
  readonly #clients: Pick<ClientService, 'status' | 'start' | 'requestPairingCode' | 'takePasskey'>
  readonly #hasSession: VisitDeps['hasSession']
  readonly #audit: VisitDeps['audit']

  constructor({ store, clients, hasSession, audit }: VisitDeps) {
    this.#store = store
    this.#clients = clients
    this.#hasSession = hasSession
    this.#audit = audit
  }

  /** Changes nothing: programs that look at links before people do take none away. */
  async show(token: string) {
    const link = await this.#findLink(token)
    return link.over ? { over: link.over } : { ...toAsked(link), isOpen: link.isOpen }
  }

  /**
   * From then on only who has `visit`, which the browser chose by chance, gets on with the link. It may be called again:
   * an answer that was lost locks nobody out.
   */
  async open(token: string, visit: string, by: Visitor): Promise<void> {
    const link = await this.#findLink(token)
    await this.#doing(link, by, 'pairing-link.open', async () => {
      if (link.over) throw refuseOver(link.over)
      if (await this.#store.open(link.id, sha256(visit))) return
      const { isOpen, over } = await this.#findLink(token)
      throw over ? refuseOver(over) : isOpen ? refuseElsewhere() : refuseUsedUp()
    })
  }

  /** Lets go of the link, so that it can be opened in another browser. */
  async leave(visit: string, by: Visitor): Promise<void> {
    const link = await this.#findVisit(visit)
    if (link.over) throw refuseOver(link.over)
    await this.#doing(link, by, 'pairing-link.leave', () => this.#store.leave(link.id))
  }

  async state(visit: string) {
    const link = await this.#findVisit(visit)
    if (link.over) return toEnded(link.over, link.clientName)
    return { ...toAsked(link), ...toLinking(await this.#clients.status(link.clientId, link.owner)) }
  }

  start(visit: string, by: Visitor) {
    return this.#act(visit, by, 'pairing-link.start', 'starts', async (clientId, owner) => {
      await this.#refuseSession(clientId, owner)
      await this.#clients.start(clientId, owner)
    })
  }

  requestCode(visit: string, by: Visitor, phoneNumber: string) {
    return this.#act(visit, by, 'pairing-link.code', 'codes', async (clientId, owner) => {
      await this.#refuseSession(clientId, owner)
      await this.#clients.requestPairingCode(clientId, owner, phoneNumber)
    })
  }

  answerPasskey(visit: string, by: Visitor, assertion: object) {
    return this.#act(visit, by, 'pairing-link.passkey', 'answers', (clientId, owner) =>
      this.#clients.takePasskey(clientId, owner, assertion),
    )
  }

  confirmPasskey(visit: string, by: Visitor) {
    return this.#act(visit, by, 'pairing-link.confirm', 'answers', (clientId, owner) =>
      this.#clients.takePasskey(clientId, owner, null),
    )
  }

  /** An end that nobody noticed before is written down now. */
  async #noteEnd(link: PairingLinkRow | undefined): Promise<PairingLinkRow | undefined> {
    if (link?.over && !link.isEnded) await this.#store.end(link.id, link.over)
    return link
  }

  async #findLink(token: string): Promise<PairingLinkRow> {
    const link = await this.#noteEnd(await this.#store.find(sha256(token)))
    if (!link) throw refuseUnknown()
    return link
  }

  async #findVisit(visit: string): Promise<PairingLinkRow> {
    const link = await this.#noteEnd(await this.#store.findVisit(sha256(visit)))
    if (!link) throw refuseNoVisit()
    return link
  }

  #doing<T>(link: PairingLinkRow, by: Visitor, act: VisitAct, work: () => Promise<T>): Promise<T> {
    const { id, clientId, userId } = link
    const target = { id, clientId, address: by.address }
    return this.#audit({ userId, requestId: by.requestId }, act, target, work)
  }

  /** One act of the browser that has the link open. */
  async #act<T>(
    visit: string,
    by: Visitor,
    name: VisitAct,
    use: Use,
    work: (clientId: string, owner: OwnerId) => Promise<T>,
  ): Promise<T> {
    const link = await this.#findVisit(visit)
    const { id, clientId, owner, over } = link
    if (over) throw refuseOver(over)
    return await this.#doing(link, by, name, async () => {
      if (!(await this.#store.count(id, use))) {
        const { over: why } = await this.#findVisit(visit)
        throw why ? refuseOver(why) : refuseUsedUp()
      }
      return await work(clientId, owner)
    })
  }

  /** Starting a client that has a session would connect an account, which is not what the link is for. */
  async #refuseSession(clientId: string, owner: OwnerId): Promise<void> {
    if (await this.#hasSession(clientId, owner)) throw refuseNotLinkable()
  }
}

/** What can be asked of visits. */
export type VisitActs = Pick<Visits, keyof Visits>
