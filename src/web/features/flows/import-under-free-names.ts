import type { QueryClient } from '@tanstack/react-query'
import { api, queries } from '../../app/api.ts'
import { readFlowNames } from './flow-data.ts'
import { giveFreeNames } from './imported-names.ts'

type ExchangeDocument = Parameters<typeof api.flows.import>[0]

/** Imports under free names as drafts, and has the lists of flows asked for again; answers the document as it was imported, too. */
export async function importUnderFreeNames(client: QueryClient, written: ExchangeDocument) {
  const document = giveFreeNames(written, await readFlowNames(client))
  const flow = await api.flows.import(document)
  await client.invalidateQueries({ queryKey: queries.flows.key() })
  return { flow, document }
}
