import type { FlowDocumentInput } from '../../../contract/flows/exchange.ts'
import { refusal } from '../../../core/errors.ts'
import { isSameFlow, parseExchange } from '../../../core/flow/index.ts'
import type { Executor } from '../../../db/transaction.ts'
import { readDocument, toDocument } from '../document.ts'
import type { FlowRow } from '../store.ts'
import { type VersionRow, versionStore } from './version-store.ts'

/** A page of a flow's versions, newest first. */
export interface VersionPage {
  versions: VersionRow[]
  hasUnpublishedChanges: boolean
  nextCursor: string | null
}

export async function listVersions(
  db: Executor,
  row: FlowRow,
  page: { cursor?: string | undefined; limit: number },
): Promise<VersionPage> {
  const found = await versionStore.list(db, row.id, parseCursor(page.cursor), page.limit + 1)
  const versions = found.slice(0, page.limit)
  const newest = await versionStore.readNewestDoc(db, row.id)
  return {
    versions,
    hasUnpublishedChanges: newest === null || hasChanged(row, newest),
    nextCursor: found.length > page.limit ? String(versions.at(-1)?.number) : null,
  }
}

function parseCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null
  if (/^[1-9]\d{0,8}$/.test(cursor)) return Number(cursor)
  throw refusal('BAD_REQUEST', 'CURSOR_UNKNOWN', {}, { path: 'cursor' })
}

/** By the rules the editor compares with: where the nodes stand on the canvas is no change. */
function hasChanged(row: FlowRow, doc: string): boolean {
  const [draft, newest] = [parseExchange(toDocument(row)), parseExchange(JSON.parse(doc))]
  return !draft.ok || !newest.ok || !isSameFlow(newest.flow, draft.flow)
}

export interface VersionContent {
  version: VersionRow
  /** As it was published. */
  document: FlowDocumentInput
}

/** Refuses a number that never was published like any other missing thing. */
export async function readVersion(db: Executor, flowId: string, number: number): Promise<VersionContent> {
  const row = await versionStore.read(db, flowId, number)
  if (!row) throw refusal('NOT_FOUND', 'VERSION_UNKNOWN', { number })
  const { doc, ...version } = row
  return { version, document: readDocument(doc) }
}

/** The draft may only be replaced by somebody who has seen it as it is. */
export function refuseUnseen(row: FlowRow, expectedUpdatedAt: string | undefined): void {
  if (expectedUpdatedAt === undefined || Date.parse(expectedUpdatedAt) === row.updatedAt.getTime()) return
  throw refusal('CONFLICT', 'FLOW_CHANGED', {}, { data: { updatedAt: row.updatedAt.toISOString() } })
}
