import {
  type ExchangeAsset,
  type FlowDefinition,
  findAssets,
  mapAssets,
  nameAsset,
  readRef,
  readRequiredAssets,
  resolveRef,
  toRef,
} from '../../core/flow/index.ts'
import type { Executor } from '../../db/transaction.ts'
import type { FlowFiles } from '../media/index.ts'

type Nodes = FlowDefinition['nodes']

/** Ids of the stored files that a definition names and its flow can send. */
export async function readFileIds(
  db: Executor,
  files: FlowFiles,
  { userId, clientId }: { userId: string; clientId: string | null },
  { nodes }: FlowDefinition,
): Promise<ReadonlySet<string>> {
  const ids = findAssets(nodes)
  if (ids.length === 0) return new Set()
  return new Set((await files.name(db, { userId, clientId }, ids)).map(({ id }) => id))
}

/** How the files of flows are named where they travel to; those that never came here keep the name they had. */
export async function nameAssets(
  db: Executor,
  files: FlowFiles | undefined,
  userId: string,
  flows: readonly { nodes: Nodes; requires: unknown }[],
): Promise<ReadonlyMap<string, ExchangeAsset>> {
  const missing = flows.flatMap(({ requires }) => readRequiredAssets(requires))
  const named = new Map(missing.map((asset) => [toRef(asset.ref), asset]))
  const ids = findAssets(flows.flatMap(({ nodes }) => nodes)).filter((id) => readRef(id) === undefined)
  const found = files && ids.length > 0 ? await files.name(db, { userId, clientId: null }, ids) : []
  for (const { id, sha256: hash, mimetype, fileName, sizeBytes } of found) {
    const sha256 = Buffer.from(hash).toString('hex')
    const asset: ExchangeAsset = { ref: nameAsset(sha256), sha256, mimeType: mimetype, sizeBytes }
    named.set(id, fileName === null ? asset : { ...asset, fileName })
  }
  return named
}

type Sending = Parameters<typeof mapAssets>[0][number]

/** Puts the ids of the owner's files in place of the names in imported documents, where the content is the same. */
export async function resolveAssets(
  db: Executor,
  files: FlowFiles | undefined,
  userId: string,
  documents: readonly Readonly<Record<string, unknown>>[],
): Promise<<N extends Sending>(nodes: readonly N[]) => N[]> {
  const required = documents.flatMap(({ requires }) => readRequiredAssets(requires))
  if (!files || required.length === 0) return (nodes) => [...nodes]
  const kept = await files.findContent(
    db,
    userId,
    required.map(({ sha256 }) => sha256),
  )
  const byContent = new Map(kept.map(({ id, sha256 }) => [Buffer.from(sha256).toString('hex'), id]))
  const byRef = new Map(required.map(({ ref, sha256 }) => [ref, byContent.get(sha256)]))
  return (nodes) => mapAssets(nodes, (id) => resolveRef(id, (ref) => byRef.get(ref)))
}
