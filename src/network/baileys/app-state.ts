import {
  type BinaryNode,
  decodePatches,
  decodeSyncdSnapshot,
  encodeSyncdPatch,
  extractSyncdPatches,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  newLTHashState,
  proto,
  type WAPatchCreate,
  type WAPatchName,
  type WASocket,
} from 'baileys'
import { ChatChangeError } from '../port.ts'

/** On the socket: this connection has changed the collection that is named. */
export const CHATS_CHANGED = 'parley:chats-changed'

/** How long the server may take to answer one question about app state. */
export const ANSWER_MS = 15_000

const NO_KEY = 'the phone has not shared the key to its app state yet; try again once it has synchronized'
/** Of the server, to who wrote from an older version than there is: whatsmeow's `SendAppState`, Baileys' `appPatch` and WA Web read it again. */
const CONFLICT = 409
/** Others change something at the same time, but not so often. */
const MAX_TRIES = 5

type KeyReader = Parameters<typeof encodeSyncdPatch>[3]

export const keyReader =
  ({ authState }: WASocket): KeyReader =>
  async (id) =>
    (await authState.keys.get('app-state-sync-key', [id]))[id]

/** Asks about collections, and answers what is said of each; rejects when no answer comes. */
export async function queryCollections(
  socket: WASocket,
  collections: readonly BinaryNode[],
): Promise<BinaryNode[]> {
  const attrs = { to: '@s.whatsapp.net', xmlns: 'w:sync:app:state', type: 'set' }
  const sync = { tag: 'sync', attrs: {}, content: [...collections] }
  const answer: BinaryNode | undefined = await socket.query({ tag: 'iq', attrs, content: [sync] }, ANSWER_MS)
  if (!answer) throw new Error(`the server did not answer within ${ANSWER_MS} ms; try again later`)
  return getBinaryNodeChildren(getBinaryNodeChild(answer, 'sync'), 'collection')
}

function throwRefused(collection: BinaryNode): void {
  if (collection.attrs.type !== 'error') return
  const networkCode = Number(getBinaryNodeChild(collection, 'error')?.attrs.code ?? 0)
  const problem =
    networkCode === CONFLICT ? { kind: 'conflict' as const } : { kind: 'refused' as const, networkCode }
  throw new ChatChangeError(problem, `the server refused the change of app state (${networkCode}); try again`)
}

/** What the server has of a collection, with the file of the whole where it names one. Rejects where it refused it. */
export async function extractCollection(collection: BinaryNode, options: RequestInit) {
  throwRefused(collection)
  const sync = { tag: 'sync', attrs: {}, content: [collection] }
  const found = await extractSyncdPatches({ tag: 'iq', attrs: {}, content: [sync] }, options)
  return found[collection.attrs.name as WAPatchName]
}

/** The same of one that is asked for; rejects where nothing is said of it. */
async function askCollection(socket: WASocket, asked: BinaryNode, options: RequestInit) {
  const [answer] = await queryCollections(socket, [asked])
  const news = answer && (await extractCollection(answer, options))
  if (!news) throw new Error('the server said nothing of a collection of app state; try again later')
  return news
}

const isConflict = (error: unknown): boolean =>
  error instanceof ChatChangeError && error.problem.kind === 'conflict'

/** A change, or how it is made of what there is at each try; null where there is nothing to change. */
export type Change = WAPatchCreate | { type: WAPatchName; make(): Promise<WAPatchCreate | null> }

async function tryChange(socket: WASocket, asked: Change, keyId: string): Promise<WAPatchName | null> {
  const { keys } = socket.authState
  const name = asked.type
  await socket.resyncAppState([name], false)
  // What is read now and was written after that reading is a conflict.
  const change = 'make' in asked ? await asked.make() : asked
  if (!change) return null
  const held = await keys.get('app-state-sync-version', [name])
  const before = held[name] ?? newLTHashState()
  const { patch, state } = await encodeSyncdPatch(change, keyId, before, keyReader(socket))
  const content = proto.SyncdPatch.encode(patch).finish()
  const collection = {
    tag: 'collection',
    attrs: { name, version: String(before.version), return_snapshot: 'false' },
    content: [{ tag: 'patch', attrs: {}, content }],
  }
  for (const answer of await queryCollections(socket, [collection])) throwRefused(answer)
  await keys.set({ 'app-state-sync-version': { [name]: state } })
  return name
}

/**
 * Changes the account's app state, from its newest version on. The library's own way takes a refusal for success and
 * would then hold a version nobody else has; here the version is only kept when the server took the change. Where somebody
 * else was faster it is tried again from what they made of it.
 */
export async function changeAppState(socket: WASocket, change: Change): Promise<void> {
  const { creds, keys } = socket.authState
  const keyId = creds.myAppStateKeyId
  if (!keyId) throw new ChatChangeError({ kind: 'no_key' }, NO_KEY)
  const changed = await keys.transaction(async () => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await tryChange(socket, change, keyId)
      } catch (error) {
        if (tries === MAX_TRIES || !isConflict(error)) throw error
      }
    }
  }, creds.me?.id ?? 'app-state')
  if (changed) socket.ws.emit(CHATS_CHANGED, changed)
}

/**
 * Everything a collection holds now, read from its beginning; what the connection holds of it stays as it is. Files are
 * fetched the way the connection goes, through its proxy where it has one.
 */
export async function readAppState(
  socket: WASocket,
  name: WAPatchName,
  way: RequestInit,
): Promise<proto.ISyncActionData[]> {
  if (!socket.authState.creds.myAppStateKeyId) throw new ChatChangeError({ kind: 'no_key' }, NO_KEY)
  const readKey = keyReader(socket)
  const found = new Map<string, proto.ISyncActionData>()
  let state = newLTHashState()
  for (let hasMore = true; hasMore; ) {
    const attrs = { name, version: String(state.version), return_snapshot: String(state.version === 0) }
    const options = { ...way, signal: AbortSignal.timeout(ANSWER_MS) }
    const news = await askCollection(socket, { tag: 'collection', attrs }, options)
    const before = state.version
    const parts = []
    if (news.snapshot) parts.push(await decodeSyncdSnapshot(name, news.snapshot, readKey, undefined))
    if (news.patches.length) {
      const from = parts[0]?.state ?? state
      parts.push(await decodePatches(name, news.patches, from, readKey, options, undefined))
    }
    for (const part of parts) {
      state = part.state
      for (const [index, { syncAction }] of Object.entries(part.mutationMap)) found.set(index, syncAction)
    }
    hasMore = news.hasMorePatches && state.version > before
  }
  return [...found.values()]
}
