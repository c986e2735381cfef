import { randomUUID } from 'node:crypto'
import {
  type BinaryNode,
  type ChatMutation,
  decodePatches,
  decodeSyncdSnapshot,
  downloadExternalPatch,
  getBinaryNodeChildren,
  newLTHashState,
  proto,
  type WAPatchName,
  type WASocket,
} from 'baileys'
import type { ChatNews, JournalEntry, NetworkEvent } from '../../port.ts'
import { fromChatEntry, readChatNews, toChatEntry } from '../../translate/account/chat-notices.ts'
import { fromProfileEntry, toProfileEntry } from '../../translate/account/profile-nodes.ts'
import { ANSWER_MS, CHATS_CHANGED, extractCollection, keyReader, queryCollections } from '../app-state.ts'
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
type Found = Awaited<ReturnType<typeof extractCollection>>
/** What there is of a collection, or why it could not be had. */
type Asked = { found: Found } | { failure: unknown }

/** The media server's word that a file is not there, or not any more: whatsmeow's `ErrMediaDownloadFailedWith403`, `404`, `410`. */
const GONE = [403, 404, 410]

/** The library's download says the status of the media server so. */
const isGone = (error: unknown): boolean =>
  GONE.includes((error as { output?: { statusCode?: number } }).output?.statusCode ?? 0)

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

/** `isBroken`: one of its codes does not fit. */
interface Decoded {
  news: readonly News[]
  state: State
  isBroken: boolean
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
  /** How often in a row a collection could not be read. */
  readonly #failures = new Map<WAPatchName, number>()
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
    const failed = new Map<WAPatchName, unknown>()
    while (this.#wanted.size > 0) {
      const names = [...this.#wanted]
      this.#wanted.clear()
      const unread = await this.#read(names).catch(
        (err: unknown) => new Map(names.map((name) => [name, err])),
      )
      for (const name of names) {
        if (unread.has(name)) failed.set(name, unread.get(name))
        else {
          failed.delete(name)
          this.#failures.delete(name)
        }
      }
    }
    // With the last look at what is wanted: what is wanted a moment later begins anew.
    this.#isRunning = false
    if (failed.size > 0) this.#retry(failed)
  }

  #retry(failed: ReadonlyMap<WAPatchName, unknown>): void {
    const { socket, log } = this.#parts
    const waits = [...failed].flatMap(([name]) => {
      const failures = this.#failures.get(name) ?? 0
      this.#failures.set(name, failures + 1)
      this.#wanted.add(name)
      return RETRY_AFTER_MS[failures] ?? []
    })
    if (!socket.ws.isOpen) return
    const [err] = failed.values()
    log.warn({ err }, 'what changed of the chats could not be read')
    clearTimeout(this.#timer)
    if (waits.length > 0) this.#timer = setTimeout(() => this.#want([]), Math.min(...waits)).unref()
  }

  /**
   * Until nothing more is there. Answers why some could not be read: one that the server refuses, or whose file cannot be had, does
   * not keep the others from being read.
   */
  async #read(names: readonly WAPatchName[]): Promise<Map<WAPatchName, unknown>> {
    const failed = new Map<WAPatchName, unknown>()
    for (let left = names; left.length > 0; ) {
      const states = new Map<WAPatchName, State | undefined>()
      for (const name of left)
        states.set(name, (await this.#parts.keys.readOne(KEY_TYPE, idOf(name))) as State | undefined)
      const asked = [...states].map(([name, state]) => ({ name, version: state?.version ?? 0 }))
      const answers = await this.#ask(asked)
      const more: WAPatchName[] = []
      for (const [name, state] of states) {
        const taken = await this.#take(name, state, answers.get(name)).catch((err: unknown) => ({ err }))
        if ('err' in taken) failed.set(name, taken.err)
        else if (taken.hasMore) more.push(name)
      }
      left = more
    }
    return failed
  }

  async #ask(asked: readonly { name: WAPatchName; version: number }[]): Promise<Map<WAPatchName, Asked>> {
    const collections = asked.map(({ name, version }) => ({
      tag: 'collection',
      attrs: { name, version: String(version), return_snapshot: String(version === 0) },
    }))
    const answers = await queryCollections(this.#parts.socket, collections)
    const taken = answers.map(async (answer): Promise<[WAPatchName, Asked]> => {
      const name = answer.attrs.name as WAPatchName
      return extractCollection(answer, this.#options()).then(
        (found) => [name, { found }],
        (failure: unknown) => [name, { failure }],
      )
    })
    return new Map(await Promise.all(taken))
  }

  #options(): RequestInit {
    return { ...this.#parts.way?.socketOptions.options, signal: AbortSignal.timeout(ANSWER_MS) }
  }

  /**
   * Where a code does not fit, or a file is gone for good, the whole is read anew once, as rc14's `resyncAppState` does after
   * WhatsApp Web; what does not fit then either is passed over, as the library does.
   */
  async #take(name: WAPatchName, before: State | undefined, asked: Asked | undefined) {
    if (!asked) return { hasMore: false }
    const isFirst = before === undefined || before.isReadingFirst === true
    const keep = async ({ news, state }: Decoded, { hasMorePatches: hasMore }: Found) => {
      const isReadingFirst = isFirst && hasMore
      const wasCalled = before?.accountName
      const after = await this.#keep(name, { isFirst, wasCalled, news, state: { ...state, isReadingFirst } })
      return { hasMore: hasMore && after.version > (before?.version ?? 0) }
    }
    const changes = await this.#decodeChanges(name, before ?? newLTHashState(), asked)
    if (changes) return keep(changes.decoded, changes.found)
    const whole = (await this.#ask([{ name, version: 0 }])).get(name)
    if (!whole) throw new Error(`the server said nothing of the collection ${name}; try again later`)
    if ('failure' in whole) throw whole.failure
    return keep(await this.#decode(name, newLTHashState(), whole.found), whole.found)
  }

  /** Null where the whole has to be read anew. */
  async #decodeChanges(name: WAPatchName, from: State, asked: Asked) {
    const { log } = this.#parts
    try {
      if ('failure' in asked) throw asked.failure
      const decoded = await this.#decode(name, from, asked.found)
      if (!decoded.isBroken) return { decoded, found: asked.found }
      log.warn({}, 'a change of the chats does not fit; all is read anew')
    } catch (err) {
      if (!isGone(err)) throw err
      log.warn({ err }, 'a file with changes of the chats is gone; all is read anew')
    }
    return null
  }

  async #decode(name: WAPatchName, from: State, { snapshot, patches }: Found): Promise<Decoded> {
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
