import type { Fate } from '../../../core/flow/index.ts'
import { wordFor } from '../../run-story.ts'
import { type DescribedFate, describeFate as describe, type FateReader } from '../../fates.ts'
import { fates } from '../fates.ts'
import { runWords } from '../runs.ts'
import { describeRunFailure } from './run-failure.ts'
import { describeSendError } from './send-error.ts'

/** What a fate names by id is called. */
export interface FateNames {
  flows: Readonly<Record<string, string>>
  nodes: readonly { flowId: string; nodeId: string; label: string | null }[]
}

const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`

const quote = (text: string): string => `“${text}”`

const UNITS = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const

function sayDuration(seconds: number): string {
  const [size, unit] = UNITS.find(([length]) => seconds % length === 0) ?? [1, 'second']
  const count = seconds / size
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

const createReader = ({ flows, nodes }: FateNames): FateReader => ({
  flow: (flowId) => quote(flows[flowId] ?? flowId),
  node: ({ flowId, nodeId }) =>
    quote(nodes.find((node) => node.flowId === flowId && node.nodeId === nodeId)?.label ?? nodeId),
  time: (atMs) => `${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  duration: sayDuration,
  reason: (code) => wordFor(runWords.reasons, code),
  kind: (type) => withArticle(wordFor(runWords.messages, type).toLowerCase()),
  failure: describeRunFailure,
  sendError: describeSendError,
})

/** What became of a message, as the interface answers it; times in UTC. */
export const describeFate = (fate: Fate, names: FateNames): DescribedFate =>
  describe(fates, fate, createReader(names))
