import { z } from 'zod'
import { hashText } from '../expressions/filters.ts'
import { finding, findingText } from '../findings.ts'
import { commonFields, defineNode, type NodeProblem } from './node-type.ts'

const schema = z.strictObject({
  ...commonFields,
  arms: z
    .array(
      z.strictObject({
        id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, findingText('NO_ARM_ID')),
        weight: z.number().positive(findingText('WEIGHT_NOT_POSITIVE')).max(1_000_000),
      }),
    )
    .min(2, findingText('ARMS_TOO_FEW'))
    .max(20, findingText('ARMS_TOO_MANY')),
  sticky: z.boolean().default(true),
  winner: z.string().max(64).optional(),
})

/**
 * Divides contacts over arms by weight; a sticky one gives a contact the same arm every time, in each version of the flow, by a
 * hash of the contact and the node. When the test is over, all take the winner.
 */
export const split = defineNode({
  type: 'split',
  group: 'logic',
  schema,
  docs: {
    summary:
      'Divides contacts over arms by weight; sticky: the same contact always takes the same arm; `winner`: the test is over, and all take that one.',
    sample: {
      arms: [
        { id: 'a', weight: 50 },
        { id: 'b', weight: 50 },
      ],
    },
  },
  hasInput: true,
  waits: false,
  handles: (data) =>
    data.arms.map((arm) => ({
      id: `arm:${arm.id}`,
      label: arm.id,
      optional: false,
      unconnected: 'complete' as const,
    })),
  check: (data) => {
    const problems: NodeProblem[] = []
    const seen = new Set<string>()
    for (const [index, arm] of data.arms.entries()) {
      const path = `arms.${index}.id`
      if (seen.has(arm.id)) problems.push({ path, ...finding('USED_TWICE', { id: arm.id }) })
      seen.add(arm.id)
    }
    const { winner } = data
    if (winner !== undefined && winner !== '' && !seen.has(winner))
      problems.push({ path: 'winner', ...finding('NONE_OF_CHOICES', { choices: [...seen].join(', ') }) })
    return problems
  },
  execute: (data, step) => {
    const drawn = data.winner || null
    const seed = data.sticky ? `${step.contact.jid}:${step.nodeId}` : step.seed
    const arm = drawn ?? armOf(data.arms, seed)
    step.note({ k: 'split', arm, depth: step.depth })
    return { kind: 'follow', handle: `arm:${arm}`, outcome: 'arm' }
  },
})

/** The arm that a seed draws. */
export function armOf(arms: readonly { id: string; weight: number }[], seed: string): string {
  return chooseArm(arms, hashText(seed) / 2 ** 32)
}

/** The arm at a place between 0 and 1 of the weights laid end to end. */
function chooseArm(arms: readonly { id: string; weight: number }[], place: number): string {
  const total = arms.reduce((sum, arm) => sum + arm.weight, 0)
  let end = 0
  for (const arm of arms) {
    end += arm.weight
    if (place * total < end) return arm.id
  }
  return arms.at(-1)?.id ?? ''
}
