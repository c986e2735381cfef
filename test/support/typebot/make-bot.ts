import type { Bot, BotBlock, BotItem } from './bot.ts'

/** A block of a fixture: its type, what it holds, and where it leads: `to` is `Group` or `Group.index`. */
export interface MadeBlock {
  type: string
  options?: Record<string, unknown>
  content?: Record<string, unknown>
  items?: (Omit<BotItem, 'id'> & { to?: string })[]
  to?: string
}

export interface MadeBot {
  groups: Record<string, MadeBlock[]>
  start?: string
  events?: { type: string; to: string; options?: Record<string, unknown> }[]
  settings?: Record<string, unknown>
}

/**
 * A whole export from a short form. A variable's id is `v_` and its name; every name a fixture uses is declared.
 * Blocks are `GROUP_INDEX`, and edges are named by what they begin at, as the exporter does.
 */
export function makeBot({ groups, start, events = [], settings }: MadeBot): Bot {
  const edges: Bot['edges'] = []
  const lead = (from: Record<string, string>, to: string | undefined): { outgoingEdgeId?: string } => {
    if (to === undefined) return {}
    const [group = '', index] = to.split('.')
    const id = `e${edges.length}`
    const blockId = index === undefined ? {} : { blockId: `${group}_${index}` }
    edges.push({ id, from, to: { groupId: group, ...blockId } })
    return { outgoingEdgeId: id }
  }
  const made = Object.entries(groups).map(([title, blocks]) => ({
    id: title,
    title,
    graphCoordinates: { x: 0, y: 0 },
    blocks: blocks.map(({ to, items, ...block }, index): BotBlock => {
      const id = `${title}_${index}`
      const own = items?.map(({ to: itemTo, ...item }, at) => {
        const itemId = `${id}_i${at}`
        return { id: itemId, ...item, ...lead({ blockId: id, itemId }, itemTo) }
      })
      return { id, ...block, ...(own ? { items: own } : {}), ...lead({ blockId: id }, to) }
    }),
  }))
  const [first = ''] = Object.keys(groups)
  const made_events = [{ type: 'start', to: start ?? first }, ...events].map(({ to, ...event }, index) => {
    const id = `ev${index}`
    return { id, ...event, ...lead({ eventId: id }, to) }
  })
  const names = new Set(
    [...JSON.stringify([groups, events]).matchAll(/v_(\w+)/g)].map(([, name = '']) => name),
  )
  const variables = [...names].map((name) => ({ id: `v_${name}`, name: name.replaceAll('_', ' ') }))
  return {
    version: '6.1',
    name: 'Fixture',
    groups: made,
    edges,
    events: made_events,
    variables,
    ...(settings ? { settings } : {}),
  }
}

const line = (text: string) => ({ type: 'p', children: [{ text }] })

export const textBlock = (...texts: string[]): MadeBlock => ({
  type: 'text',
  content: { richText: texts.map(line) },
})

/** A question of a kind that stores its answer. */
export const ask = (kind: string, variable?: string, options: Record<string, unknown> = {}): MadeBlock => ({
  type: `${kind} input`,
  options: { ...(variable === undefined ? {} : { variableId: `v_${variable}` }), ...options },
})

export const pick = (
  items: MadeBlock['items'] | string[],
  variable?: string,
  options: Record<string, unknown> = {},
): MadeBlock => ({
  ...ask('choice', variable, options),
  items: (items ?? []).map((item) => (typeof item === 'string' ? { content: item } : item)),
})

export const set = (variable: string, options: Record<string, unknown> | string): MadeBlock => ({
  type: 'Set variable',
  options: {
    variableId: `v_${variable}`,
    ...(typeof options === 'string' ? { expressionToEvaluate: options } : options),
  },
})

type Row = [variable: string, operator: string, value?: string | undefined]

export const rows = (list: Row[], logicalOperator?: 'OR') => ({
  ...(logicalOperator ? { logicalOperator } : {}),
  comparisons: list.map(([variable, comparisonOperator, value]) => ({
    variableId: `v_${variable}`,
    comparisonOperator,
    ...(value === undefined ? {} : { value }),
  })),
})

/** A condition: each item is what must hold and where it leads. */
export const when = (items: [content: unknown, to?: string][], to?: string): MadeBlock => ({
  type: 'Condition',
  items: items.map(([content, itemTo]) => ({ content, ...(itemTo === undefined ? {} : { to: itemTo }) })),
  ...(to === undefined ? {} : { to }),
})

export const logic = (type: string, options: Record<string, unknown> = {}, to?: string): MadeBlock => ({
  type,
  options,
  ...(to === undefined ? {} : { to }),
})
