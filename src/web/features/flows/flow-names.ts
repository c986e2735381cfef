/** As the service bounds the name of a flow. */
const MAX_NAME_CHARS = 120
/** The end of an id that is enough to tell a few flows of one name apart. */
const ID_CHARS = 4

/** The name, or when a flow bears it already the same name with the next free number: "Menu", "Menu (2)", "Menu (3)". */
export function pickFreeName(wanted: string, taken: ReadonlySet<string>): string {
  const name = wanted.trim()
  if (!taken.has(name)) return name
  const base = name.replace(/ \(\d+\)$/, '')
  for (let count = 2; ; count++) {
    const end = ` (${count})`
    const numbered = base.slice(0, MAX_NAME_CHARS - end.length) + end
    if (!taken.has(numbered)) return numbered
  }
}

/** What lists call each flow, by id: its name, and the end of its id too where several bear that name. */
export function buildDistinctNames(
  flows: readonly { id: string; name: string }[],
): ReadonlyMap<string, string> {
  const count = new Map<string, number>()
  for (const { name } of flows) count.set(name, (count.get(name) ?? 0) + 1)
  return new Map(
    flows.map(({ id, name }) => [id, (count.get(name) ?? 0) > 1 ? `${name} #${id.slice(-ID_CHARS)}` : name]),
  )
}
