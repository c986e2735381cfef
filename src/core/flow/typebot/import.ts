import { type FlowEdge, type FlowNode, parseDefinition } from '../definition.ts'
import type { ExchangeFlow } from '../exchange.ts'
import { BUBBLES } from './bubbles.ts'
import { type BlockStatus, type Converted, type Converter, stubFor } from './converted.ts'
import { objectOf, readTypebot, type TypebotBlock, type TypebotDocument, textOf } from './document.ts'
import { FlowGraph } from './graph.ts'
import { INPUTS } from './inputs.ts'
import { INTEGRATIONS } from './integrations.ts'
import { LOGIC } from './logic.ts'
import { toTriggers } from './trigger.ts'
import { VariableNames } from './variables.ts'

/** What became of one block or event of the bot. */
export interface TypebotReport {
  id: string
  /** Title of its group. */
  group: string
  type: string
  status: BlockStatus
  note: string | null
}

export type TypebotImport =
  | { ok: true; flow: ExchangeFlow; report: TypebotReport[] }
  | { ok: false; message: string }

const CONVERTERS: Readonly<Record<string, Converter>> = { ...BUBBLES, ...INPUTS, ...LOGIC, ...INTEGRATIONS }

/**
 * Turns an exported Typebot (version 6 or later) into a flow, block by block, with a report of what came over exactly,
 * what changed and what is a place holder. The flow is a draft: publish says what is still missing.
 */
export function importTypebot(input: unknown): TypebotImport {
  const read = readTypebot(input)
  if (!read.ok) return read
  const { document } = read
  const variables = new VariableNames(document.variables)
  const { report, graph } = convertGroups(document, variables)
  report.push(...connectEvents(document, graph))
  const { nodes, edges } = graph.build()
  return finish(document, { nodes, edges, variables, report })
}

function convertGroups(document: TypebotDocument, variables: VariableNames) {
  const report: TypebotReport[] = []
  const hours = Number(objectOf(document.settings.whatsApp).sessionExpiryTimeout)
  const timeoutSec = hours > 0 ? Math.max(10, Math.round(hours * 3_600)) : undefined
  const graph = new FlowGraph(document)
  for (const group of document.groups) {
    for (const block of group.blocks) {
      const converted = convertBlock(block, { variables, timeoutSec })
      graph.add(block, converted)
      const { status, note = null } = converted
      report.push({ id: block.id, group: group.title, type: block.type, status, note })
    }
  }
  return { report, graph }
}

function convertBlock(block: TypebotBlock, context: Parameters<Converter>[1]): Converted {
  const converter = Object.hasOwn(CONVERTERS, block.type) ? CONVERTERS[block.type] : undefined
  return converter?.(block, context) ?? stubFor(block, `blocks of type "${block.type}" are not known here`)
}

/** Start, commands and wrong answers; other events have no place here. */
function connectEvents(document: TypebotDocument, graph: FlowGraph): TypebotReport[] {
  return document.events.map(({ id, type, options }): TypebotReport => {
    const about = { id, group: '', type }
    switch (type) {
      case 'start': {
        const { triggers, note } = toTriggers(document)
        for (const trigger of triggers) graph.addTrigger(id, trigger)
        return { ...about, status: note === null ? 'exact' : 'changed', note }
      }
      case 'command': {
        const command = textOf(options.command)
        graph.addTrigger(id, { type: 'trigger.api', data: { label: command } })
        return { ...about, status: 'changed', note: `the command "${command}" became a start by the API` }
      }
      case 'invalidReply':
        graph.connectInvalid(id)
        return { ...about, status: 'exact', note: null }
      default:
        return { ...about, status: 'stub', note: `events of type "${type}" have no place here` }
    }
  })
}

function finish(
  { name, settings }: TypebotDocument,
  parts: { nodes: FlowNode[]; edges: FlowEdge[]; variables: VariableNames; report: TypebotReport[] },
): TypebotImport {
  const messages = objectOf(objectOf(settings.general).systemMessages)
  const fallbackText =
    textOf(messages.invalidMessage) || textOf(objectOf(settings.systemMessages).invalidMessage)
  const parsed = parseDefinition({
    nodes: parts.nodes,
    edges: parts.edges,
    retriggerBehavior: 'restart_if_dormant',
    fallbackBehavior: fallbackText === '' ? 'repeat' : 'send_text_and_repeat',
    fallbackText: fallbackText === '' ? null : fallbackText,
    variables: parts.variables.all.map((variable) => ({ name: variable })),
  })
  if (!parsed.ok) return { ok: false, message: `the bot does not fit into a flow: ${parsed.message}` }
  const flow: ExchangeFlow = {
    name: name.trim().slice(0, 120) || 'Imported flow',
    description: null,
    clientId: null,
    definition: parsed.definition,
  }
  return { ok: true, flow, report: parts.report }
}
