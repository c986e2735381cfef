import type { Bot } from './bot.ts'

/**
 * The bot, and once for each part its start does not lead to the bot that begins there: templates are often left unconnected. A
 * part that goes round begins at its first group.
 */
export function startElsewhere(bot: Bot): { title: string; bot: Bot }[] {
  const next = leadsOf(bot)
  const led = new Set([...next.values()].flat())
  const start = bot.events.find(({ type }) => type === 'start')?.outgoingEdgeId
  const first = bot.edges.find(({ id }) => id === start)?.to.groupId
  const reached = new Set<string>()
  const reach = (from: string) => {
    if (reached.has(from)) return
    reached.add(from)
    for (const id of next.get(from) ?? []) reach(id)
  }
  if (first !== undefined) reach(first)
  const byEntry = bot.groups.toSorted((a, b) => Number(led.has(a.id)) - Number(led.has(b.id)))
  const others = byEntry.flatMap(({ id, title }) => {
    if (reached.has(id)) return []
    reach(id)
    return [{ title: ` (from "${title}")`, bot: startAt(bot, start, id) }]
  })
  return [{ title: '', bot }, ...others]
}

function startAt(bot: Bot, start: string | undefined, groupId: string): Bot {
  if (bot.edges.some(({ id }) => id === start)) {
    const edges = bot.edges.map((edge) => (edge.id === start ? { ...edge, to: { groupId } } : edge))
    return { ...bot, edges }
  }
  const event = bot.events.find(({ type }) => type === 'start')
  const edge = { id: 'started-elsewhere', from: { eventId: event?.id ?? 'start' }, to: { groupId } }
  const begins = { ...(event ?? { id: 'start', type: 'start' }), outgoingEdgeId: edge.id }
  return {
    ...bot,
    edges: [...bot.edges, edge],
    events: [...bot.events.filter((item) => item !== event), begins],
  }
}

/** The groups each group leads to: by edges of its blocks and their items, and by jumps. */
function leadsOf({ groups, edges }: Bot): Map<string, string[]> {
  const groupOf = new Map(groups.flatMap(({ id, blocks }) => blocks.map((block) => [block.id, id] as const)))
  const leads = new Map(groups.map(({ id }): [string, string[]] => [id, []]))
  for (const { from, to } of edges) leads.get(groupOf.get(from.blockId ?? '') ?? '')?.push(to.groupId)
  for (const { id, blocks } of groups) {
    for (const { options } of blocks) {
      if (typeof options?.groupId === 'string') leads.get(id)?.push(options.groupId)
    }
  }
  return leads
}
