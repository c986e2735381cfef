import type { Handlers, LiftedFile, OwnerId } from '../../contract/handlers.ts'
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

/** Files a person keeps for flows: each content once, until it is deleted. */
export function createAssets({ db, store, newId }: AssetDeps): Assets {
  /** By its content where that says it. */
  async function readType(key: string, said: string, fileName: string | null): Promise<string> {
    const file = await store.locate(key)
    const told = said === OCTETS ? undefined : said
    try {
      const found = file ? await findType(file.path) : null
      return found?.mimetype ?? chooseDocumentType(null, told, undefined, fileName ?? undefined)
    } finally {
      await file?.release()
    }
  }

  async function findKept(userId: OwnerId, sha256: Uint8Array): Promise<AssetRow | undefined> {
    const [kept] = await assetStore.findContent(db, userId, [sha256])
    return kept
  }

  async function keep(
    userId: OwnerId,
    { sizeBytes, sha256, keep: keepAs }: LiftedFile,
    said: { mimetype: string; fileName: string | null },
  ): Promise<AssetRow> {
    const id = newId()
    const key = toAssetKey({ userId, id })
    await keepAs(key)
    const mimetype = await readType(key, said.mimetype, said.fileName)
    const { fileName } = said
    const isNew = await assetStore.insert(db, { id, userId, mimetype, fileName, sizeBytes, sha256 })
    // Somebody else was faster with the same file; theirs stays.
    if (!isNew) await store.remove(key)
    const row = await findKept(userId, sha256)
    if (!row) throw new Error('the asset was not written')
    return row
  }

  async function refuseTooMany(userId: OwnerId): Promise<void> {
    if ((await assetStore.count(db, userId)) < MAX_ASSETS) return
    throw refusal('CONFLICT', 'TOO_MANY_FILES', { most: MAX_ASSETS })
  }

  async function refuseUsed(userId: OwnerId, id: string): Promise<void> {
    const use = await assetStore.findUse(db, userId, id)
    if (!use) return
    throw refusal('CONFLICT', 'ASSET_IN_USE', { flowName: use.name }, { data: { flowName: use.name } })
  }

  return {
    name: (executor, { userId, clientId }, ids) =>
      assetStore.name(executor, userId, ids.filter(isUuid), clientId),
    findContent: (executor, userId, sha256) =>
      assetStore.findContent(
        executor,
        userId,
        sha256.map((hex) => Buffer.from(hex, 'hex')),
      ),
    handlers: {
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
      async upload({ file, fileName = null }, { owner: userId, lifted }) {
        const take = async (given: LiftedFile) => {
          if (given.sizeBytes === 0) throw refusal('BAD_REQUEST', 'FILE_EMPTY', {})
          const kept = await findKept(userId, given.sha256)
          if (!kept) await refuseTooMany(userId)
          return toAsset(kept ?? (await keep(userId, given, { mimetype: file.mimetype, fileName })))
        }
        // What was lifted out of the body lies on disk already.
        const onDisk = lifted?.get(file.base64)
        return onDisk ? await take(onDisk) : await withGivenBytes(store, file.base64, take)
      },
      async delete({ id }, { owner: userId }) {
        await refuseUsed(userId, id)
        const gone = await assetStore.delete(db, id, userId)
        if (!gone) throw missing('asset')
        await store.remove(toAssetKey({ userId, id }))
        return { success: true }
      },
    },
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
