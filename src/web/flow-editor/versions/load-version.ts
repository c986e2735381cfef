import { parseExchange } from '../../../core/flow/index.ts'
import { api } from '../../app/api.ts'
import type { FlowDocument } from '../model/graph.ts'

/** A published version as the editor holds flows. */
export async function loadVersion(id: string, number: number): Promise<FlowDocument> {
  const { flow } = await api.flows.getVersion({ id, number })
  const parsed = parseExchange(flow)
  if (!parsed.ok) throw new Error(parsed.message)
  return parsed.flow
}
