import type { FlowDocumentInput } from '../../../contract/flows/exchange.ts'
import type { OwnerId } from '../../../contract/handlers.ts'
import { missing } from '../../../core/errors.ts'
import type { Executor } from '../../../db/transaction.ts'
import type { FlowFiles } from '../../media/index.ts'
import { applyParts } from '../document.ts'
import { readImport } from '../exchange.ts'
import { allowSecretUse, type SecretUse } from '../secret-use.ts'
import { type FlowRow, flowStore } from '../store.ts'
import { saveCase } from '../tests/tests.ts'
import { type BroughtDefinition, bringDefinitions, type DefinitionPort } from './definitions.ts'

export interface ImportDeps {
  newId: () => string
  files?: FlowFiles
  /** Where tables and fields of contacts are defined; without it none travel. */
  definitions?: DefinitionPort
}

/** Who imports, and what they may. */
export interface Importing {
  checkUse?: SecretUse
  /** The owner, unless it is somebody else. */
  by?: string
  mayDefineFields?: boolean
}

type AskedImport = Importing & { owner: OwnerId; document: FlowDocumentInput }

export async function refuseForeignClient(
  executor: Executor,
  clientId: string | null,
  userId: OwnerId,
): Promise<void> {
  if (clientId === null) return
  if ((await flowStore.readClient(executor, clientId, userId)) === undefined) throw missing('client')
}

/** Stores all flows of a document as drafts, with what they need that is not there, the main one first. */
export async function storeImport(
  tx: Executor,
  { owner, document, checkUse = allowSecretUse, by = owner, mayDefineFields = true }: AskedImport,
  deps: ImportDeps,
): Promise<{ rows: FlowRow[]; definitions: BroughtDefinition[] }> {
  const documents = [document, ...(document.bundle ?? [])]
  const definitions = await bringDefinitions(tx, deps.definitions, { owner, mayDefineFields }, documents)
  const rows: FlowRow[] = []
  for (const { id, parts, testCases } of await readImport(tx, owner, document, deps)) {
    const stored = applyParts(null, parts)
    checkUse(stored)
    await refuseForeignClient(tx, stored.clientId, owner)
    rows.push(await flowStore.insert(tx, { ...stored, id, userId: owner }, by))
    for (const testCase of testCases)
      await saveCase(tx, id, { id: deps.newId(), isNew: true, document: testCase })
  }
  return { rows, definitions }
}
