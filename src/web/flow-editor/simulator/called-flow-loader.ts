import { findCalls } from '../../../core/flow/index.ts'
import { api, toFailure } from '../../app/api.ts'
import { loadFlow } from '../draft-port.ts'
import type { FlowDocument } from '../model/graph.ts'
import type { CalledFlow } from '../model/simulate/flow-simulator.ts'
import { loadVersion } from '../versions/load-version.ts'

/** Flows that call each other are followed so far; the engine itself nests much less deeply. */
const MOST = 50

/** A called flow as it runs; one that was never published as it is drafted. Null when it is not there. */
async function loadCalled(id: string): Promise<CalledFlow | null> {
  try {
    const { versions } = await api.flows.versions({ id, limit: 1 })
    const active = versions.find(({ isActive }) => isActive)
    const document = active ? await loadVersion(id, active.number) : (await loadFlow(id)).document
    const { name, definition } = document
    return { id, name, definition, isPublished: active !== undefined }
  } catch (error) {
    if (toFailure(error).code === 'NOT_FOUND') return null
    throw error
  }
}

/** Every flow that the edited one calls, and those that they call. The engine says of a missing one what it says of any. */
export async function loadCalledFlows(flowId: string, { definition }: FlowDocument): Promise<CalledFlow[]> {
  const found = new Map<string, CalledFlow | null>()
  let asked = findCalls(definition.nodes)
  while (asked.length > 0 && found.size < MOST) {
    const ids = [...new Set(asked)].filter((id) => id !== flowId && id !== '' && !found.has(id))
    const loaded = await Promise.all(ids.map(async (id) => [id, await loadCalled(id)] as const))
    for (const [id, flow] of loaded) found.set(id, flow)
    asked = loaded.flatMap(([, flow]) => (flow ? findCalls(flow.definition.nodes) : []))
    if (ids.length === 0) break
  }
  return [...found.values()].filter((flow) => flow !== null)
}
