import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FlowDefinition } from '../src/core/flow/index.ts'
import { CARD, type Picture } from '../src/web/features/flows/templates/picture.ts'
import { TEMPLATE_NAMES } from '../src/web/features/flows/templates/templates.ts'
import { arrange } from '../src/web/flow-editor/model/canvas/layout.ts'
import { groupOf } from '../src/web/flow-editor/model/canvas/node-view.ts'

const FLOWS = path.join(import.meta.dirname, '..', 'examples', 'flows')
/** The picture is this many times smaller than what is arranged, whose gaps fit cards with text in them. */
const SHRINK = 6

/** Ways out for what goes wrong; nearly every card has them, and they lead to the same two. */
const SIDE_EXITS: ReadonlySet<string | undefined> = new Set(['invalid', 'timeout', 'error'])

type Graph = Pick<FlowDefinition, 'nodes' | 'edges'>

/** Arranges a flow as the editor's own button does, and draws it in small, without the lines that cross everything: those that lead back, and side exits. */
export function buildPicture({ nodes, edges }: Graph): Picture {
  const size = { width: CARD.width * SHRINK, height: CARD.height * SHRINK }
  const sizes = new Map(nodes.map(({ id }) => [id, size]))
  // Only the graph of the definition is looked at.
  const document = { definition: { nodes, edges } } as Parameters<typeof arrange>[0]
  const positions = arrange(document, sizes)
  const placeOf = new Map<string, number>()
  const cards = nodes.flatMap(({ id, type }) => {
    const position = positions.get(id)
    if (!position) return []
    placeOf.set(id, placeOf.size)
    return [[groupOf(type), Math.round(position.x / SHRINK), Math.round(position.y / SHRINK)] as const]
  })
  const seen = new Set<string>()
  const lines = edges.flatMap(({ source, target, sourceHandle }) => {
    if (SIDE_EXITS.has(sourceHandle)) return []
    const from = placeOf.get(source)
    const to = placeOf.get(target)
    if (from === undefined || to === undefined || seen.has(`${from} ${to}`)) return []
    seen.add(`${from} ${to}`)
    const isForward = (cards[from]?.[1] ?? 0) + CARD.width <= (cards[to]?.[1] ?? 0)
    return isForward ? [[from, to] as const] : []
  })
  return { cards, lines }
}

/** All templates, one a line; both languages of a template are the same graph. */
export function buildPictures(): string {
  const lines = TEMPLATE_NAMES.map((name) => {
    const flow = JSON.parse(readFileSync(path.join(FLOWS, `${name}.json`), 'utf8')) as Graph
    return `  ${JSON.stringify(name)}: ${JSON.stringify(buildPicture(flow))}`
  })
  return `{\n${lines.join(',\n')}\n}\n`
}
