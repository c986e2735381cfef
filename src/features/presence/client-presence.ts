import type { Bus } from '../../bus/port.ts'
import type { PresentTeam } from '../../contract/conversations/team-presence.ts'
import type { ShownPresence } from '../../contract/events/live-events.ts'
import { type Address, isGroup } from '../../core/addresses.ts'
import type { OnlineChoice } from '../../core/client/online-choice.ts'
import type { Executor } from '../../db/transaction.ts'
import type { NetworkConnection, NetworkEvent, PresenceNews } from '../../network/port.ts'
import type { Log } from '../../platform/logger.ts'
import type { MergedContact } from '../contacts/index.ts'
import { CONTACT_PRESENCE_NOTED, type ContactPresenceNote, TELL_PRESENCE_EVERY_MS } from '../events/index.ts'
import type { PresenceSubscription } from './commands.ts'
import { EndingSubscriptions } from './ending-subscriptions.ts'
import { FailedSubscriptions } from './failed-subscriptions.ts'
import { KnownPresence } from './known-presence.ts'
import { MemberNames } from './member-names.ts'
import { readAddresses, toAddresses } from './person-addresses.ts'
import { READ_SUBSCRIPTIONS } from './store.ts'
import { MOST_WATCHED, type Watched, WatchedContacts } from './watched-contacts.ts'

/** Who leaves one conversation for another does not leave the network in between. */
const LINGER_MS = 10_000

export interface ClientPresenceDeps {
  db: Executor
  bus: Pick<Bus, 'publish'>
  log: Log
  nowMs(): number
  /** Which conversations are open on pages of the team. */
  teams: {
    list(workspaceId: string): PresentTeam[]
    watch(workspaceId: string, onChange: (team: PresentTeam) => void): () => void
  }
  /** What became another way, for who is told of it as it happens. */
  onChanged?(workspaceId: string, clientId: string, shown: ShownPresence): void
}

export interface ClientPresenceOptions {
  client: { id: string; userId: string; online: OnlineChoice; isWatching: boolean }
  connection(): NetworkConnection | null
}

/**
 * The presence of one client for as long as this host owns it: when its account is online, and of whom the network is asked.
 * It asks once for each contact, whoever wants to know: programs until a time, pages of the team for as long as they show the
 * conversation. The network forgets all of it with the connection, so it is asked again over the next one.
 */
export class ClientPresence {
  readonly #deps: ClientPresenceDeps
  readonly #options: ClientPresenceOptions
  readonly #watched = new WatchedContacts()
  readonly #names: MemberNames
  readonly #known = new KnownPresence((address) => this.#names.of(address))
  /** Conversations that pages show, whether or not they could be asked for. */
  readonly #open = new Set<string>()
  /** What became of contacts that pages still show under the address that went. */
  readonly #became = new Map<string, string>()
  /** The same of what the network was asked for. */
  readonly #askedAnew = new Map<string, string>()
  /** What the network was asked for over the connection there is. */
  readonly #asked = new Map<string, Address>()
  readonly #failed = new FailedSubscriptions()
  readonly #endings = new EndingSubscriptions()
  readonly #leave: () => void
  #isOnline = false
  /** False once the network took no presence, for the account has no name. */
  #isNamed = true
  /** What a program said for the time of the connection. */
  #chosen: boolean | null = null
  #lingersUntilMs = 0
  #isRead: boolean
  #isDue = false
  #isClosed = false
  #running: Promise<void> | null = null
  #beat: NodeJS.Timeout | undefined
  #linger: NodeJS.Timeout | undefined
  #ending: NodeJS.Timeout | undefined

  constructor(deps: ClientPresenceDeps, options: ClientPresenceOptions) {
    this.#deps = deps
    this.#options = options
    const { id, userId, isWatching } = options.client
    this.#names = new MemberNames(deps, id)
    this.#isRead = !isWatching
    this.#leave = deps.teams.watch(userId, (team) => {
      if (team.clientId === id) this.#noteTeam(team)
    })
    for (const team of deps.teams.list(userId)) if (team.clientId === id) this.#noteTeam(team)
  }

  /** There is a connection. */
  opened(): void {
    this.#isNamed = true
    void this.#settle()
  }

  /** It is gone, and with it all the network was asked for. */
  lost(): void {
    this.#chosen = null
    this.#becomeUnknown()
  }

  /** The settings of the client are others. */
  reload(): void {
    void this.#settle()
  }

  /** Each pair turned out to be one person. */
  merge(merged: readonly MergedContact[]): void {
    for (const { from, to } of merged) {
      for (const [page, became] of this.#became) if (became === from) this.#became.set(page, to)
      if (this.#open.has(from)) this.#became.set(from, to)
      if (this.#watched.merge(from, to) && this.#asked.has(from)) this.#askedAnew.set(from, to)
    }
    void this.#settle()
  }

  take(news: PresenceNews): void {
    const at = this.#deps.nowMs()
    if (news.kind === 'availability') {
      const watched = this.#watched.ofAddresses(news.who.phone, news.who.lid)
      if (watched && this.#known.setAvailable(watched.jid, news.isAvailable, news.lastSeenSec))
        this.#tell(watched.jid)
      return
    }
    const { chat, by, activity } = news
    const isOfGroup = isGroup(chat)
    const watched = isOfGroup
      ? this.#watched.ofAddresses(chat)
      : this.#watched.ofAddresses(by.phone, by.lid, chat)
    if (!watched) return
    const who = isOfGroup ? (by.phone ?? by.lid ?? chat) : watched.jid
    if (this.#known.setActivity(watched.jid, who, activity, at)) this.#tell(watched.jid)
    // What somebody is called is told again once it is known, if somebody still does something.
    const onNamed = () => this.#known.show(watched.jid).active.length > 0 && this.#tell(watched.jid)
    if (isOfGroup && activity !== 'none') void this.#names.learn(who, onNamed)
    this.#endLater()
  }

  /** Who has just written types no more, whatever they said before. */
  noteEvents(events: readonly NetworkEvent[]): void {
    if (this.#known.nextEndMs() === null) return
    for (const event of events) {
      if (event.kind !== 'message' || event.message.key.fromMe) continue
      const { chat, participant } = event.message.key
      const watched = this.#watched.ofAddresses(chat)
      if (!watched) continue
      const who = isGroup(chat) ? (participant ?? chat) : watched.jid
      if (this.#known.setActivity(watched.jid, who, 'none', this.#deps.nowMs())) this.#tell(watched.jid)
    }
  }

  get isOnline(): boolean {
    return this.#isOnline
  }

  get isNamed(): boolean {
    return this.#isNamed
  }

  /** Whether the account would be online for somebody to be watched. */
  mayBeOnline(): boolean {
    return this.#chosen ?? this.#options.client.online !== 'never'
  }

  list(): PresenceSubscription[] {
    return this.#watched.list().map((watched) => this.#toSubscription(watched))
  }

  find(jid: string): PresenceSubscription | undefined {
    const watched = this.#watched.find(jid)
    return watched && this.#toSubscription(watched)
  }

  /** Until then; resolves when the network was asked, or could not be. False: there are too many. */
  async subscribe(jid: string, untilMs: number): Promise<boolean> {
    const addresses = await readAddresses(this.#deps.db, this.#options.client.id, jid)
    const isTaken = this.#watched.subscribe(jid, addresses, untilMs)
    this.#failed.clear(jid)
    if (isTaken) await this.#settle()
    return isTaken
  }

  async unsubscribe(jid: string): Promise<void> {
    this.#watched.unsubscribe(jid)
    await this.#settle()
  }

  /** For the time of the connection, whatever the setting says. */
  async setOnline(isOnline: boolean): Promise<void> {
    this.#chosen = isOnline
    this.#isNamed = true
    await this.#settle()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#leave()
    clearInterval(this.#beat)
    clearTimeout(this.#linger)
    clearTimeout(this.#ending)
    this.#becomeUnknown()
    await this.#running
  }

  #toSubscription({ jid, untilMs }: Watched): PresenceSubscription {
    const until = untilMs === null ? null : new Date(untilMs).toISOString()
    return { ...this.#known.show(jid), until }
  }

  #noteTeam({ jid, people }: PresentTeam): void {
    const isOpen = people.length > 0
    if (isOpen === this.#open.has(jid)) return
    this.#became.delete(jid)
    if (isOpen) this.#open.add(jid)
    else this.#open.delete(jid)
    void this.#settle()
  }

  /** Does what is to be done with the network, one thing after the other; what comes meanwhile is done after it. */
  #settle(): Promise<void> {
    this.#isDue = true
    this.#running ??= this.#run()
    return this.#running
  }

  async #run(): Promise<void> {
    // Whoever began it has it under its name by the time it ends.
    await null
    while (this.#isDue && !this.#isClosed) {
      this.#isDue = false
      try {
        await this.#step()
      } catch (err) {
        // It is tried again with the next look.
        this.#deps.log.warn({ err }, 'presence could not be told to the network')
      }
    }
    this.#running = null
  }

  async #step(): Promise<void> {
    const connection = this.#options.connection()
    if (!connection) return
    await this.#readStored()
    await this.#followPages()
    this.#lookLater()
    await this.#endAsked(connection)
    await this.#beOnline(connection, this.#wantsOnline())
    if (this.#isOnline) await this.#ask(connection)
  }

  async #ask(connection: NetworkConnection): Promise<void> {
    const left = this.#watched.list().filter(({ jid }) => !this.#asked.has(jid))
    for (const { jid, addresses } of this.#failed.inTurn(left)) {
      if (this.#asked.has(jid) || this.#options.connection() !== connection) continue
      const address = (addresses[0] ?? jid) as Address
      await this.#failed.note(jid, connection.presence.subscribe(address))
      this.#asked.set(jid, address)
      this.#endings.drop(jid)
    }
  }

  async #endAsked(connection: NetworkConnection): Promise<void> {
    for (const [jid, address] of [...this.#asked]) {
      if (this.#watched.find(jid) || this.#options.connection() !== connection) continue
      this.#asked.delete(jid)
      this.#known.forget(jid)
      this.#endings.add(jid, address)
      this.#tellAll()
    }
    const ended = this.#endings.end(
      (address) => connection.presence.unsubscribe(address),
      (jid) => {
        // The network may have ended both, for they are of one person.
        this.#asked.delete(this.#askedAnew.get(jid) ?? jid)
        this.#askedAnew.delete(jid)
      },
    )
    await ended.catch((err: unknown) => this.#deps.log.warn({ err }, 'a presence could not be let go of'))
  }

  /** What programs asked an owner before this one for. */
  async #readStored(): Promise<void> {
    if (this.#isRead) return
    const rows = await this.#deps.db.query(READ_SUBSCRIPTIONS, [this.#options.client.id])
    this.#isRead = true
    for (const { jid, phone, lid, until } of rows)
      if (!this.#watched.find(jid))
        this.#watched.subscribe(jid, toAddresses(jid, phone, lid), until.getTime())
  }

  /** Where the account is never online nobody is read for the sake of open pages. */
  async #followPages(): Promise<void> {
    const open = this.#listOpen()
    for (const { jid, isOpen } of this.#watched.list()) if (isOpen && !open.has(jid)) this.#closePage(jid)
    if (!this.mayBeOnline()) return
    for (const jid of open) {
      if (this.#watched.find(jid)?.isOpen || this.#watched.size >= MOST_WATCHED) continue
      const addresses = await readAddresses(this.#deps.db, this.#options.client.id, jid)
      if (this.#listOpen().has(jid)) this.#watched.open(jid, addresses)
    }
  }

  #listOpen(): Set<string> {
    return new Set([...this.#open].map((jid) => this.#became.get(jid) ?? jid))
  }

  #closePage(jid: string): void {
    this.#watched.close(jid)
    if (this.#watched.size > 0) return
    this.#lingersUntilMs = this.#deps.nowMs() + LINGER_MS
    clearTimeout(this.#linger)
    this.#linger = setTimeout(() => void this.#settle(), LINGER_MS)
    this.#linger.unref()
  }

  #wantsOnline(): boolean {
    if (this.#chosen !== null) return this.#chosen
    const { online } = this.#options.client
    if (online !== 'watching') return online === 'always'
    return this.#watched.size > 0 || this.#deps.nowMs() < this.#lingersUntilMs
  }

  async #beOnline(connection: NetworkConnection, wanted: boolean): Promise<void> {
    if (wanted === this.#isOnline) return
    this.#isNamed = await connection.presence.setAvailable(wanted)
    if (this.#options.connection() !== connection) return
    if (wanted) this.#isOnline = this.#isNamed
    else this.#becomeUnknown()
  }

  /** The network tells nothing more, so nothing is known. */
  #becomeUnknown(): void {
    this.#isOnline = false
    const wasKnown = this.#asked.size > 0
    const before = [...this.#asked.keys()].filter((jid) => this.#known.show(jid).availability !== 'unknown')
    this.#asked.clear()
    this.#failed.clear()
    this.#endings.clear()
    this.#askedAnew.clear()
    this.#known.clear()
    this.#names.clear()
    if (wasKnown) this.#tellAll()
    for (const jid of before) this.#changed(jid)
  }

  /** While there is something to tell, or to try again, it is looked at now and then. */
  #lookLater(): void {
    if (this.#beat || this.#isClosed || (this.#watched.size === 0 && !this.#wantsOnline())) return
    this.#beat = setInterval(() => this.#look(), TELL_PRESENCE_EVERY_MS)
    this.#beat.unref()
  }

  #look(): void {
    this.#watched.expire(this.#deps.nowMs())
    if (this.#watched.size === 0 && !this.#wantsOnline()) {
      clearInterval(this.#beat)
      this.#beat = undefined
    }
    if (this.#asked.size > 0) this.#tellAll()
    void this.#settle()
  }

  #endLater(): void {
    const nextMs = this.#known.nextEndMs()
    if (this.#ending || nextMs === null || this.#isClosed) return
    this.#ending = setTimeout(
      () => {
        this.#ending = undefined
        for (const jid of this.#known.expire(this.#deps.nowMs())) this.#tell(jid)
        this.#endLater()
      },
      Math.max(1, nextMs - this.#deps.nowMs()),
    )
    this.#ending.unref()
  }

  #tell(jid: string): void {
    this.#publish(false, [this.#known.show(jid)])
    this.#changed(jid)
  }

  #changed(jid: string): void {
    const { userId, id } = this.#options.client
    this.#deps.onChanged?.(userId, id, this.#known.show(jid))
  }

  #tellAll(): void {
    this.#publish(
      true,
      [...this.#asked.keys()].map((jid) => this.#known.show(jid)),
    )
  }

  #publish(isAll: boolean, shown: ShownPresence[]): void {
    const { id: clientId, userId: workspaceId } = this.#options.client
    const note: ContactPresenceNote = { workspaceId, clientId, isAll, shown }
    this.#deps.bus.publish(CONTACT_PRESENCE_NOTED, { ...note })
  }
}
