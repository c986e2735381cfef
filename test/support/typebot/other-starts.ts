import type { Bot } from './bot.ts'

/** The bot, and once for each group nothing leads to the bot that begins there: templates are often left unconnected. */
export function startElsewhere(bot: Bot): { title: string; bot: Bot }[] {
  const led = new Set(bot.edges.map(({ to }) => to.groupId))
  for (const { blocks } of bot.groups) {
    for (const { options } of blocks) if (typeof options?.groupId === 'string') led.add(options.groupId)
  }
  const start = bot.events.find(({ type }) => type === 'start')?.outgoingEdgeId
  const others = bot.groups
    .filter(({ id }) => !led.has(id))
    .map(({ id, title }) => ({
      title: ` (from "${title}")`,
      bot: {
        ...bot,
        edges: bot.edges.map((edge) => (edge.id === start ? { ...edge, to: { groupId: id } } : edge)),
      },
    }))
  return [{ title: '', bot }, ...others]
}
