import {
  createSnapshot,
  type DefinitionInput,
  type FlowSnapshot,
  parseDefinition,
} from '../../core/flow/index.ts'
import type { Executor } from '../../db/transaction.ts'
import { flowStore, type VersionContentRow } from './store.ts'

/** Parsed versions kept in memory; one of 200 nodes takes some 200 KB with its expressions. */
const MAX_KEPT = 500

/** A version, or a draft that was kept for a test: only the contact it is tested with may be given it. */
export interface CatalogSnapshot extends FlowSnapshot {
  readonly isDraft: boolean
}

/**
 * Published versions and tested drafts, ready to run, by version id. A version never changes, so nothing here is ever stale: which
 * versions are active is read with each event, and only their content is kept.
 */
export interface FlowCatalog {
  /** The snapshots of these versions; ids that do not exist (any more) are left out. */
  load(db: Executor, versionIds: readonly string[]): Promise<ReadonlyMap<string, CatalogSnapshot>>
  /** The client's active flows at their published versions, in the order of their ids. */
  loadActive(db: Executor, clientId: string): Promise<FlowSnapshot[]>
}

interface VersionDocument extends DefinitionInput {
  name?: unknown
}

export function parseVersion(row: VersionContentRow): CatalogSnapshot {
  const document = JSON.parse(row.doc) as VersionDocument
  const parsed = parseDefinition(document)
  if (!parsed.ok) throw new Error(`flow version ${row.id} cannot be read: ${parsed.message}`)
  const name = typeof document.name === 'string' ? document.name : row.flowId
  const snapshot = createSnapshot({ flowId: row.flowId, versionId: row.id, name }, parsed.definition)
  return { ...snapshot, isDraft: row.n === null }
}

/** `parse` is another one only where many catalogs of one process share what it makes. */
export function createFlowCatalog(parse = parseVersion): FlowCatalog {
  const kept = new Map<string, CatalogSnapshot>()

  function keep(snapshot: CatalogSnapshot): void {
    if (kept.size >= MAX_KEPT) for (const oldest of kept.keys()) if (kept.delete(oldest)) break
    kept.set(snapshot.versionId, snapshot)
  }

  async function load(db: Executor, versionIds: readonly string[]): Promise<Map<string, CatalogSnapshot>> {
    const found = new Map<string, CatalogSnapshot>()
    const unknown: string[] = []
    for (const id of versionIds) {
      const snapshot = kept.get(id)
      if (snapshot) found.set(id, snapshot)
      else unknown.push(id)
    }
    if (unknown.length === 0) return found
    for (const row of await flowStore.readVersions(db, unknown)) {
      const snapshot = parse(row)
      keep(snapshot)
      found.set(row.id, snapshot)
    }
    return found
  }

  return {
    load,
    async loadActive(db, clientId) {
      const ids = await flowStore.readActiveVersionIds(db, clientId)
      const snapshots = await load(db, ids)
      return ids.flatMap((id) => snapshots.get(id) ?? [])
    },
  }
}
