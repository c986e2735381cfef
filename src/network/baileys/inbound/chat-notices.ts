import { randomUUID } from 'node:crypto'
import {
  type BinaryNode,
  type ChatMutation,
  decodePatches,
  decodeSyncdSnapshot,
  downloadExternalPatch,
  extractSyncdPatches,
  getBinaryNodeChildren,
  newLTHashState,
  proto,
  type WAPatchName,
  type WASocket,
} from 'baileys'
import type { ChatNews, JournalEntry, NetworkEvent } from '../../port.ts'
import { fromChatEntry, readChatNews, toChatEntry } from '../../translate/account/chat-notices.ts'
import { fromProfileEntry, toProfileEntry } from '../../translate/account/profile-nodes.ts'
import { ANSWER_MS, askAppState, CHATS_CHANGED, keyReader } from '../app-state.ts'
import type { SignalKeys } from '../keys/signal-keys.ts'
import type { LibraryLog } from '../library-log.ts'
import type { Transport } from '../transport.ts'

/** Those in which phones keep what is read here, chats and the account's name: whatsmeow's `appstate/encode.go` and Baileys' `chatModificationToAppPatch`. */
const COLLECTIONS: readonly WAPatchName[] = ['regular_low', 'regular_high', 'regular', 'critical_block']

const { SyncdOperation } = proto.SyncdMutation

const KEY_TYPE = 'app-state-sync-version'
const idOf = (name: WAPatchName): string => `told:${name}`

/** How long after a reading that failed the next is tried; then the next change or login brings it about. */
const RETRY_AFTER_MS = [2_000, 10_000, 60_000]

/**
 * `isReadingFirst`: the network has more of what was so before the account was linked. `accountName`: what it was called when read
 * last, where the collection holds that.
 */
type State = ReturnType<typeof newLTHashState> & { isReadingFirst?: boolean; accountName?: string }
type Found = Awaited<ReturnType<typeof extractSyncdPatches>>[WAPatchName]

export interface ChatListenerParts {
  /** Whether this device gave the account that name, so that it is no news. */
  isOwnName?(name: string): boolean
  socket: WASocket
  keys: Pick<SignalKeys, 'newBatch' | 'commit' | 'readOne' | 'put'>
  push(event: NetworkEvent): void
  /** By which files are fetched. */
  way: Pick<Transport, 'socketOptions'> | undefined
  log: Pick<LibraryLog, 'warn'>
}

type News = ChatNews | { kind: 'name'; name: string }

const toNews = (mutations: readonly ChatMutation[]): News[] =>
  mutations.flatMap(({ index, syncAction: { value } }): News[] => {
    const name = index[0] === 'setting_pushName' && value?.pushNameSetting?.name
    if (name) return [{ kind: 'name', name }]
    return [readChatNews({ index, value: value ?? null }) ?? []].flat()
  })

/** Those that set something, in order; what is removed means nothing, as in whatsmeow's `dispatchAppState`. */
function setBy(mutations: readonly ChatMutation[], isSet: readonly boolean[]): readonly ChatMutation[] {
  // One that could not be read is in the patch only, and then none can be told from another.
  return mutations.length === isSet.length ? mutations.filter((_, at) => isSet[at]) : mutations
}

interface OnePatch {
  name: WAPatchName
  patch: proto.ISyncdPatch
  state: State
  options: RequestInit
}

/** One reading of a collection, and what of it is kept and told. */
interface Reading {
  isFirst: boolean
  wasCalled: string | undefined
  news: readonly News[]
  state: State
}

interface Told {
  kept: JournalEntry
  event: NetworkEvent
}

const secondsNow = (): number => Math.floor(Date.now() / 1000)

function toChatEvents(name: WAPatchName, { isFirst, news, state }: Reading): Told[] {
  const ofChats = news.filter((one) => one.kind !== 'name')
  if (ofChats.length === 0) return []
  const kept = toChatEntry(`${name}:${state.version}`, { isFirst, atSec: secondsNow(), news: ofChats })
  return [{ kept, event: fromChatEntry(kept) }]
}

/** Fetches what a patch has in a file. The library would do it too, and not say which of it set something. */
async function fetchMutations(patch: proto.ISyncdPatch, options: RequestInit): Promise<void> {
  if (!patch.externalMutations) return
  const { mutations } = await downloadExternalPatch(patch.externalMutations, options)
  patch.mutations = [...(patch.mutations ?? []), ...mutations]
  patch.externalMutations = null
}

/** What one patch makes of a collection; `isBroken`: one of its codes does not fit. */
async function decodeOne(
  { name, patch, state, options }: OnePatch,
  readKey: ReturnType<typeof keyReader>,
): Promise<{ state: State; news: News[]; isBroken: boolean }> {
  let isBroken = false
  const note = {
    warn: () => {
      isBroken = true
    },
    trace() {},
    debug() {},
  }
  // The library says so in its log only.
  const logger = note as unknown as Parameters<typeof decodePatches>[6]
  await fetchMutations(patch, options)
  const isSet = (patch.mutations ?? []).map(({ operation }) => operation !== SyncdOperation.REMOVE)
  const syncds = [patch as proto.SyncdPatch]
  const decoded = await decodePatches(name, syncds, state, readKey, options, undefined, logger, true)
  const news = toNews(setBy(Object.values(decoded.mutationMap), isSet))
  return { state: decoded.state, news, isBroken }
}

/**
 * Reads what the account's devices changed of its chats, beside the library, which keeps of its reading only what it needs
 * itself and tells it after it forgot the change. What is read here is in the journal in the same commit as how far was read,
 * so that a cut in between neither loses it nor tells it twice.
 */
class ChatListener {
  readonly #parts: ChatListenerParts
  readonly #wanted = new Set<WAPatchName>()
  #isRunning = false
  #failures = 0
  #timer: NodeJS.Timeout | undefined

  constructor(parts: ChatListenerParts) {
    const { socket } = parts
    this.#parts = parts
    socket.ws.on(CHATS_CHANGED, (name: WAPatchName) => this.#want([name]))
    socket.ws.on('CB:notification,type:server_sync', (node: BinaryNode) => {
      const names = getBinaryNodeChildren(node, 'collection').map(({ attrs }) => attrs.name)
      this.#want(COLLECTIONS.filter((name) => names.includes(name)))
    })
    socket.ev.on('connection.update', ({ connection }) => {
      if (connection === 'open') this.#want(COLLECTIONS)
      if (connection === 'close') clearTimeout(this.#timer)
    })
    // The phone has shared a key.
    socket.ev.on('creds.update', ({ myAppStateKeyId }) => {
      if (myAppStateKeyId) this.#want(COLLECTIONS)
    })
  }

  #want(names: readonly WAPatchName[]): void {
    for (const name of names) this.#wanted.add(name)
    if (this.#isRunning || !this.#parts.socket.authState.creds.myAppStateKeyId) return
    this.#isRunning = true
    void this.#readAll()
  }

  async #readAll(): Promise<void> {
    while (this.#wanted.size > 0) {
      const names = [...this.#wanted]
      this.#wanted.clear()
      try {
        await this.#read(names)
        this.#failures = 0
      } catch (err) {
        this.#retry(names, err)
        break
      }
    }
    // With the last look at what is wanted: what is wanted a moment later begins anew.
    this.#isRunning = false
  }

  #retry(names: readonly WAPatchName[], err: unknown): void {
    const { socket, log } = this.#parts
    for (const name of names) this.#wanted.add(name)
    if (!socket.ws.isOpen) return
    const afterMs = RETRY_AFTER_MS[this.#failures]
    this.#failures += 1
    log.warn({ err }, 'what changed of the chats could not be read')
    clearTimeout(this.#timer)
    if (afterMs !== undefined) this.#timer = setTimeout(() => this.#want([]), afterMs).unref()
  }

  /** Until nothing more is there. */
  async #read(names: readonly WAPatchName[]): Promise<void> {
    for (let left = names; left.length > 0; ) {
      const states = new Map<WAPatchName, State | undefined>()
      for (const name of left)
        states.set(name, (await this.#parts.keys.readOne(KEY_TYPE, idOf(name))) as State | undefined)
      const asked = [...states].map(([name, state]) => ({ name, version: state?.version ?? 0 }))
      const found = await this.#ask(asked)
      const more: WAPatchName[] = []
      for (const [name, state] of states) {
        const news = found[name]
        if (!news) continue
        const after = await this.#take(name, state, news)
        if (news.hasMorePatches && after.version > (state?.version ?? 0)) more.push(name)
      }
      left = more
    }
  }

  async #ask(asked: readonly { name: WAPatchName; version: number }[]) {
    const { socket } = this.#parts
    const collections = asked.map(({ name, version }) => ({
      tag: 'collection',
      attrs: { name, version: String(version), return_snapshot: String(version === 0) },
    }))
    const answer = await askAppState(socket, collections)
    return extractSyncdPatches(answer, this.#options())
  }

  #options(): RequestInit {
    return { ...this.#parts.way?.socketOptions.options, signal: AbortSignal.timeout(ANSWER_MS) }
  }

  /** Where a code does not fit, the whole is read anew once; what does not fit then either is passed over, as the library does. */
  async #take(name: WAPatchName, before: State | undefined, found: Found): Promise<State> {
    const first = await this.#decode(name, before ?? newLTHashState(), found)
    const isFirst = before === undefined || before.isReadingFirst === true
    const keep = (read: typeof first, { hasMorePatches }: Found) =>
      this.#keep(name, {
        isFirst,
        wasCalled: before?.accountName,
        news: read.news,
        state: { ...read.state, isReadingFirst: isFirst && hasMorePatches },
      })
    if (!first.isBroken) return keep(first, found)
    this.#parts.log.warn({}, 'a change of the chats does not fit; all is read anew')
    const { [name]: whole } = await this.#ask([{ name, version: 0 }])
    return keep(await this.#decode(name, newLTHashState(), whole), whole)
  }

  async #decode(name: WAPatchName, from: State, { snapshot, patches }: Found) {
    const readKey = keyReader(this.#parts.socket)
    const news: News[] = []
    let state = from
    let isBroken = false
    if (snapshot) {
      const whole = await decodeSyncdSnapshot(name, snapshot, readKey, undefined)
      state = whole.state
      news.push(...toNews(Object.values(whole.mutationMap)))
    }
    // One by one: of what one entry was in the meantime nothing is left when several are taken together.
    for (const patch of patches) {
      const decoded = await decodeOne({ name, patch, state, options: this.#options() }, readKey)
      state = decoded.state
      news.push(...decoded.news)
      isBroken ||= decoded.isBroken
    }
    return { state, news, isBroken }
  }

  async #keep(name: WAPatchName, reading: Reading): Promise<State> {
    const { keys, push } = this.#parts
    const accountName = reading.news.findLast((one) => one.kind === 'name')?.name ?? reading.wasCalled
    const state = accountName === undefined ? reading.state : { ...reading.state, accountName }
    const batch = keys.newBatch()
    keys.put(batch, KEY_TYPE, idOf(name), state)
    const told = [...toChatEvents(name, reading), ...this.#toNameEvents(reading)]
    batch.journal.push(...told.map(({ kept }) => kept))
    await keys.commit(batch)
    for (const { event } of told) push(event)
    return state
  }

  /** What the account was called before it was linked is no news; of names that are read together the last is told. */
  #toNameEvents({ isFirst, wasCalled, news }: Reading): Told[] {
    const names = news.flatMap((one) => (one.kind === 'name' ? [one.name] : []))
    const own = names.map((name) => this.#parts.isOwnName?.(name) === true)
    const name = names.at(-1)
    if (isFirst || name === undefined || name === wasCalled || own.at(-1) === true) return []
    const kept = toProfileEntry({
      id: `profile/name/${randomUUID()}`,
      atSec: secondsNow(),
      news: [{ kind: 'name', name }],
    })
    return [{ kept, event: fromProfileEntry(kept) }]
  }
}

export const listenToChats = (parts: ChatListenerParts): unknown => new ChatListener(parts)
