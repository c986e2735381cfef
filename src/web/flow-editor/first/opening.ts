import type { FlowDefinition } from '../../../core/flow/index.ts'

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** What a customer writes first to such a flow: the word that starts it, and the first choice of its first menu. */
export function readOpening({ nodes }: Pick<FlowDefinition, 'nodes'>): string[] {
  const words = nodes.find(({ type }) => type === 'trigger.keyword')?.data.values
  const options = nodes.find(({ type }) => type === 'menu')?.data.options
  const word: unknown = Array.isArray(words) ? words[0] : undefined
  const label: unknown = Array.isArray(options)
    ? (options[0] as { label?: unknown } | undefined)?.label
    : undefined
  return [word, label].filter(isText)
}
