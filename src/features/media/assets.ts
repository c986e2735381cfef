import type { Handlers, OwnerId, SpooledFile } from '../../contract/handlers.ts'
import { missing, refusal } from '../../core/errors.ts'
import type { NotAvailable } from '../../core/refusal-reasons.ts'
import { isUuid } from '../../core/uuid.ts'
import type { Database } from '../../db/client.ts'
import type { Executor } from '../../db/transaction.ts'
import { sha256 } from '../../platform/secrets.ts'
import { type AssetRow, assetStore, type NamedFile } from './asset-rows.ts'
import { withGivenBytes } from './given-bytes.ts'
import { chooseDocumentType, findType, OCTETS } from './mimetype.ts'
import type { MediaStore } from './store/store.ts'
import { fileUrl } from './types.ts'

const MAX_ASSETS = 1_000

export interface AssetDeps {
  db: Database
  store: MediaStore
  newId(): string
}

/** Files that flows send, as flows need them. */
export interface FlowFiles {
  /** Those of these ids that the person's flows on this client can send. */
  name(
    db: Executor,
    owner: { userId: string; clientId: string | null },
    ids: readonly string[],
  ): Promise<NamedFile[]>
  /** Files of the person with this content. */
  findContent(db: Executor, userId: string, sha256: readonly string[]): Promise<NamedFile[]>
}

export interface Assets extends FlowFiles {
  handlers: Handlers['assets']
  /** Where the files of a workspace are kept, which is about to go. */
  listKeys(db: Executor, owner: OwnerId): Promise<string[]>
}

export const toAssetKey = ({ userId, id }: Pick<AssetRow, 'userId' | 'id'>): string =>
  `assets/${sha256(userId).toString('hex').slice(0, 16)}/${id}`

const hexOf = (sha256: Uint8Array): string => Buffer.from(sha256).toString('hex')

const toAsset = ({ id, mimetype, fileName, sizeBytes, sha256, createdAt }: AssetRow) => ({
  id,
  mimetype,
  fileName,
  sizeBytes,
  sha256: hexOf(sha256),
  url: fileUrl(id),
  createdAt: createdAt.toISOString(),
})

/** Puts files of people where flows find them: each content once for each person. */
class AssetShelf {
  readonly #db: Database
  readonly #store: MediaStore
  readonly #newId: () => string

  constructor({ db, store, newId }: AssetDeps) {
    this.#db = db
    this.#store = store
    this.#newId = newId
  }

  /** Answers the file of this content that the person has, which is this one when there was none. */
  async take(userId: OwnerId, given: SpooledFile, stated: { mimetype: string; fileName: string | null }) {
    if (given.sizeBytes === 0) throw refusal('BAD_REQUEST', 'FILE_EMPTY', {})
    const kept = await this.#findKept(userId, given.sha256)
    if (!kept) await this.#refuseTooMany(userId)
    return toAsset(kept ?? (await this.#keep(userId, given, stated)))
  }

  /** By its content where that says it. */
  async #readType(key: string, stated: string, fileName: string | null): Promise<string> {
    const file = await this.#store.locate(key)
    const mimetype = stated === OCTETS ? undefined : stated
    try {
      const found = file ? await findType(file.path) : null
      return found?.mimetype ?? chooseDocumentType(null, mimetype, undefined, fileName ?? undefined)
    } finally {
      await file?.release()
    }
  }

  async #findKept(userId: OwnerId, sha256: Uint8Array): Promise<AssetRow | undefined> {
    const [kept] = await assetStore.findContent(this.#db, userId, [sha256])
    return kept
  }

  async #keep(
    userId: OwnerId,
    { sizeBytes, sha256, keep: keepAs }: SpooledFile,
    stated: { mimetype: string; fileName: string | null },
  ): Promise<AssetRow> {
    const id = this.#newId()
    const key = toAssetKey({ userId, id })
    await keepAs(key)
    const mimetype = await this.#readType(key, stated.mimetype, stated.fileName)
    const { fileName } = stated
    const isNew = await assetStore.insert(this.#db, { id, userId, mimetype, fileName, sizeBytes, sha256 })
    // Somebody else was faster with the same file; theirs stays.
    if (!isNew) await this.#store.remove(key)
    const row = await this.#findKept(userId, sha256)
    if (!row) throw new Error('the asset was not written')
    return row
  }

  async #refuseTooMany(userId: OwnerId): Promise<void> {
    if ((await assetStore.count(this.#db, userId)) < MAX_ASSETS) return
    throw refusal('CONFLICT', 'TOO_MANY_FILES', { most: MAX_ASSETS })
  }
}

async function refuseUsed(db: Executor, userId: OwnerId, id: string): Promise<void> {
  const reply = await assetStore.findReply(db, userId, id)
  if (reply) throw refusal('CONFLICT', 'ASSET_IN_REPLY', reply)
  const use = await assetStore.findUse(db, userId, id)
  if (!use) return
  throw refusal('CONFLICT', 'ASSET_IN_USE', { flowName: use.name }, { data: { flowName: use.name } })
}

function createAssetHandlers(deps: AssetDeps): Handlers['assets'] {
  const { db, store } = deps
  const shelf = new AssetShelf(deps)
  return {
    async list({ search, sha256, cursor, limit }, { owner }) {
      const rows = await assetStore.list(db, owner, {
        before: cursor ?? null,
        search: search?.trim() || null,
        sha256: sha256 === undefined ? null : Buffer.from(sha256, 'hex'),
        limit: limit + 1,
      })
      const page = rows.slice(0, limit)
      return {
        assets: page.map(toAsset),
        nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
      }
    },
    async get({ id }, { owner }) {
      const row = await assetStore.read(db, id, owner)
      if (!row) throw missing('asset')
      return toAsset(row)
    },
    async upload({ file, fileName = null }, { owner: userId, spooled }) {
      const take = (given: SpooledFile) => shelf.take(userId, given, { mimetype: file.mimetype, fileName })
      // What was spooled from the body lies on disk already.
      const onDisk = spooled?.get(file.base64)
      return onDisk ? await take(onDisk) : await withGivenBytes(store, file.base64, take)
    },
    async delete({ id }, { owner: userId }) {
      await refuseUsed(db, userId, id)
      const gone = await assetStore.delete(db, id, userId)
      if (!gone) throw missing('asset')
      await store.remove(toAssetKey({ userId, id }))
      return { success: true }
    },
  }
}

/** Files a person keeps for flows: each content once, until it is deleted. */
export function createAssets(deps: AssetDeps): Assets {
  return {
    name: (executor, { userId, clientId }, ids) =>
      assetStore.name(executor, userId, ids.filter(isUuid), clientId),
    findContent: (executor, userId, sha256) =>
      assetStore.findContent(
        executor,
        userId,
        sha256.map((hex) => Buffer.from(hex, 'hex')),
      ),
    handlers: createAssetHandlers(deps),
    listKeys: async (db, owner) =>
      (await assetStore.listIds(db, owner)).map(({ id }) => toAssetKey({ userId: owner, id })),
  }
}

const refuseAs = (missing: NotAvailable) => async (): Promise<never> => {
  throw refusal('UNPROCESSABLE_CONTENT', 'NOT_AVAILABLE_YET', { missing }, { data: { missing } })
}

/** Those of a process that has nowhere to keep files. */
export const refuseAssets: Handlers['assets'] = {
  list: refuseAs('assets.list'),
  get: refuseAs('assets.get'),
  upload: refuseAs('assets.upload'),
  delete: refuseAs('assets.delete'),
}
