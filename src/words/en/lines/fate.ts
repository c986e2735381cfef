import type { Fate } from '../../../core/flow/index.ts'
import { type DescribedFate, describeFate as describe, type FateReader } from '../../fates.ts'
import { fates } from '../fates.ts'
import { describeRunFailure } from './run-failure.ts'
import { describeSendError } from './send-error.ts'

/** What a fate names by id is called. */
export interface FateNames {
  flows: Readonly<Record<string, string>>
  nodes: readonly { flowId: string; nodeId: string; label: string | null }[]
}

const quote = (text: string): string => `“${text}”`

const createReader = ({ flows, nodes }: FateNames): FateReader => ({
  flow: (flowId) => quote(flows[flowId] ?? flowId),
  node: ({ flowId, nodeId }) =>
    quote(nodes.find((node) => node.flowId === flowId && node.nodeId === nodeId)?.label ?? nodeId),
  time: (atMs) => `${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  failure: describeRunFailure,
  sendError: describeSendError,
})

/** What became of a message, as the interface answers it; times in UTC. */
export const describeFate = (fate: Fate, names: FateNames): DescribedFate =>
  describe(fates, fate, createReader(names))
