import {
  type BinaryNode,
  decodePatches,
  decodeSyncdSnapshot,
  encodeSyncdPatch,
  extractSyncdPatches,
  getBinaryNodeChild,
  newLTHashState,
  proto,
  type WAPatchCreate,
  type WAPatchName,
  type WASocket,
} from 'baileys'

/** How long the server may take to answer one question about app state. */
const ANSWER_MS = 15_000

const NO_KEY = 'the phone has not shared the key to its app state yet; try again once it has synchronized'

type KeyReader = Parameters<typeof encodeSyncdPatch>[3]

const keyReader =
  ({ authState }: WASocket): KeyReader =>
  async (id) =>
    (await authState.keys.get('app-state-sync-key', [id]))[id]

/** Asks about one collection; rejects when no answer comes, or when the server refuses what was asked. */
async function ask(socket: WASocket, collection: BinaryNode): Promise<BinaryNode> {
  const attrs = { to: '@s.whatsapp.net', xmlns: 'w:sync:app:state', type: 'set' }
  const sync = { tag: 'sync', attrs: {}, content: [collection] }
  const answer: BinaryNode | undefined = await socket.query({ tag: 'iq', attrs, content: [sync] }, ANSWER_MS)
  if (!answer) throw new Error(`the server did not answer within ${ANSWER_MS} ms; try again later`)
  const answered = getBinaryNodeChild(getBinaryNodeChild(answer, 'sync'), 'collection')
  if (answered?.attrs.type !== 'error') return answer
  const code = getBinaryNodeChild(answered, 'error')?.attrs.code ?? 'no code'
  const refused = new Error(`the server refused the change of app state (${code}); try again`)
  throw Object.assign(refused, { data: Number(code) })
}

/**
 * Changes the account's app state, from its newest version on. The library's own way takes a refusal for success and
 * would then hold a version nobody else has; here the version is only kept when the server took the change.
 */
export async function changeAppState(socket: WASocket, change: WAPatchCreate): Promise<void> {
  const { creds, keys } = socket.authState
  const keyId = creds.myAppStateKeyId
  if (!keyId) throw new Error(NO_KEY)
  const name = change.type
  await keys.transaction(async () => {
    await socket.resyncAppState([name], false)
    const held = await keys.get('app-state-sync-version', [name])
    const before = held[name] ?? newLTHashState()
    const { patch, state } = await encodeSyncdPatch(change, keyId, before, keyReader(socket))
    const content = proto.SyncdPatch.encode(patch).finish()
    await ask(socket, {
      tag: 'collection',
      attrs: { name, version: String(before.version), return_snapshot: 'false' },
      content: [{ tag: 'patch', attrs: {}, content }],
    })
    await keys.set({ 'app-state-sync-version': { [name]: state } })
  }, creds.me?.id ?? 'app-state')
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
  if (!socket.authState.creds.myAppStateKeyId) throw new Error(NO_KEY)
  const readKey = keyReader(socket)
  const found = new Map<string, proto.ISyncActionData>()
  let state = newLTHashState()
  for (let hasMore = true; hasMore; ) {
    const attrs = { name, version: String(state.version), return_snapshot: String(state.version === 0) }
    const options = { ...way, signal: AbortSignal.timeout(ANSWER_MS) }
    const answer = await ask(socket, { tag: 'collection', attrs })
    const { [name]: news } = await extractSyncdPatches(answer, options)
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
