import { type FlowEdge, type FlowNode, parseDefinition } from '../definition.ts'
import type { ExchangeFlow } from '../exchange/exchange.ts'
import { BUBBLES } from './blocks/bubbles.ts'
import { INPUTS } from './blocks/inputs.ts'
import { INTEGRATIONS } from './blocks/integrations.ts'
import { LOGIC } from './blocks/logic.ts'
import { toTriggers } from './blocks/trigger.ts'
import {
  type BlockStatus,
  type ConvertContext,
  type Converted,
  type Converter,
  stubFor,
} from './converted.ts'
import {
  objectOf,
  readTypebot,
  type TypebotBlock,
  type TypebotDocument,
  type TypebotProblem,
  textOf,
} from './document.ts'
import { FlowGraph } from './graph.ts'
import { note, type TypebotNote } from './notes.ts'
import { findOrphans, type Orphans } from './orphans.ts'
import { BotPaths } from './paths.ts'
import { VariableKinds } from './variable-kinds.ts'
import { VariableNames } from './variables.ts'

/** What became of one block or event of the bot. */
export interface TypebotReport {
  id: string
  /** Title of its group. */
  group: string
  type: string
  status: BlockStatus
  notes: readonly TypebotNote[]
}

/** The sentences of a block's notes as one line, in the language of who imports. */
type DescribeNotes = (notes: readonly TypebotNote[]) => string

export type TypebotImport =
  | { ok: true; flow: ExchangeFlow; report: TypebotReport[]; orphans: Orphans }
  | { ok: false; problem: TypebotProblem }

const CONVERTERS: Readonly<Record<string, Converter>> = { ...BUBBLES, ...INPUTS, ...LOGIC, ...INTEGRATIONS }

/** What is said to an answer that is not understood when the bot does not say otherwise. */
const INVALID_MESSAGE = 'Invalid message. Please, try again.'

/**
 * Turns an exported Typebot (version 6 or later) into a flow, block by block, with a report of what came over exactly,
 * what changed and what is a place holder, whose notes `describeNotes` writes into it. The flow is a draft: publish says
 * what is still missing.
 */
export function importTypebot(input: unknown, describeNotes: DescribeNotes): TypebotImport {
  const read = readTypebot(input)
  if (!read.ok) return read
  const { document } = read
  const paths = new BotPaths(document)
  const variables = new VariableNames(document.variables)
  const shared = toContext(document, { variables, paths })
  const graph = new FlowGraph(document, paths, enteredBlocks(document, paths, shared.returnPoints))
  if (shared.comeBack !== undefined)
    graph.setComeBack(shared.comeBack, variables.fresh('coming_back'), findLinks(document, paths))
  const report = document.groups.flatMap((group) =>
    group.blocks.map((block): TypebotReport => {
      const converted = convertBlock(block, { ...shared, nextBlockId: paths.following(block) })
      graph.add(block, writeNotes(converted, describeNotes))
      const { status, notes } = converted
      return { id: block.id, group: group.title, type: block.type, status, notes }
    }),
  )
  report.push(...connectEvents({ document, paths, graph, context: shared }))
  const { firstQuestions, ...built } = graph.build()
  for (const item of report) if (firstQuestions.includes(item.id)) nameFirstMessage(item)
  return finish(document, { ...built, variables, report })
}

/** Over there what is no answer is refused at once; here it only started the flow. */
function nameFirstMessage(item: TypebotReport): void {
  if (item.type === 'text input') return
  item.notes = [...item.notes, note('FIRST_MESSAGE_SILENT')]
  item.status = 'changed'
}

type SharedContext = Omit<ConvertContext, 'nextBlockId'>

function toContext(
  document: TypebotDocument,
  { variables, paths }: { variables: VariableNames; paths: BotPaths },
): SharedContext {
  const hours = Number(objectOf(document.settings.whatsApp).sessionExpiryTimeout)
  const blocks = document.groups.flatMap((group) => group.blocks)
  const hasInvalidPath = document.events.some(({ type }) => type === 'invalidReply')
  const hasReturn = blocks.some(({ type }) => type === 'Return')
  return {
    variables,
    kinds: new VariableKinds(document),
    timeoutSec: hours > 0 ? Math.max(10, Math.round(hours * 3_600)) : undefined,
    hasInvalidPath,
    retryText: invalidMessageOf(document),
    returnTo: hasReturn ? variables.fresh('return_to') : undefined,
    returnPoints: hasReturn ? findReturnPoints(document, { paths, hasInvalidPath }) : [],
    comeBack: findLinks(document, paths).length > 0 ? variables.fresh('come_back') : undefined,
  }
}

/** Links to a part of the bot itself after which something follows. */
function findLinks({ groups }: TypebotDocument, paths: BotPaths): TypebotBlock[] {
  return groups
    .flatMap(({ blocks }) => blocks)
    .filter((block) => block.type === 'Typebot link' && block.options.typebotId === 'current')
    .filter((block) => paths.following(block) !== undefined)
}

/** A bot goes back to the block after a jump, and to the question whose answer it did not understand. */
function findReturnPoints(
  { groups }: TypebotDocument,
  { paths, hasInvalidPath }: { paths: BotPaths; hasInvalidPath: boolean },
): string[] {
  const points = groups.flatMap(({ blocks }) =>
    blocks.flatMap((block) => {
      if (block.type === 'Jump') return paths.following(block) ?? []
      return hasInvalidPath && Object.hasOwn(INPUTS, block.type) ? block.id : []
    }),
  )
  return [...new Set(points)]
}

function enteredBlocks(
  document: TypebotDocument,
  paths: BotPaths,
  returnPoints: readonly string[],
): Set<string> {
  const first = document.groups.flatMap(({ blocks }) => blocks[0]?.id ?? [])
  return new Set([...first, ...paths.directTargets(), ...returnPoints])
}

function convertBlock(block: TypebotBlock, context: ConvertContext): Converted {
  const converter = Object.hasOwn(CONVERTERS, block.type) ? CONVERTERS[block.type] : undefined
  return converter?.(block, context) ?? stubFor(block, note('BLOCK_UNKNOWN', { type: block.type }))
}

function writeNotes(converted: Converted, describeNotes: DescribeNotes): Converted {
  const nodes = converted.nodes.map((node) =>
    node.note === undefined ? node : { ...node, data: { ...node.data, notes: describeNotes([node.note]) } },
  )
  return { ...converted, nodes }
}

interface EventParts {
  document: TypebotDocument
  paths: BotPaths
  graph: FlowGraph
  context: SharedContext
}

/** Start, commands and wrong answers; other events have no place here. */
function connectEvents({ document, paths, graph, context }: EventParts): TypebotReport[] {
  return document.events.map((event): TypebotReport => {
    const { id, type, options } = event
    const about = { id, group: '', type }
    const lead = paths.ofEvent(event)
    switch (type) {
      case 'start': {
        const { triggers, notes } = toTriggers(document)
        for (const trigger of triggers) graph.addTrigger(id, lead, trigger)
        return { ...about, status: notes.length === 0 ? 'exact' : 'changed', notes }
      }
      case 'command': {
        const command = textOf(options.command)
        graph.addTrigger(id, lead, { type: 'trigger.api', data: { label: command } })
        return { ...about, status: 'changed', notes: [note('COMMAND_AS_START', { command })] }
      }
      case 'invalidReply':
        graph.setInvalidPath(lead, (block) => toRemembered(block, options, { paths, context }))
        return { ...about, status: 'exact', notes: [] }
      default:
        return { ...about, status: 'stub', notes: [note('EVENT_LEFT_OUT', { type })] }
    }
  })
}

const INPUT_NAMES: Readonly<Record<string, string>> = {
  'phone number input': 'phone',
  'choice input': 'buttons',
  'picture choice input': 'picture choice',
}

/** What the path for wrong answers can read: the answer, what was asked for and in which group. */
function toRemembered(
  block: TypebotBlock,
  { contentVariableId, inputTypeVariableId, inputNameVariableId }: Record<string, unknown>,
  { paths, context: { variables, returnTo } }: Pick<EventParts, 'paths' | 'context'>,
): { var: string; value: string }[] {
  const kind = INPUT_NAMES[block.type] ?? block.type.replace(/ input$/, '')
  const rows: [string | undefined, string][] = [
    [variables.find(contentVariableId), '{{ last.text }}'],
    [variables.find(inputTypeVariableId), kind],
    [variables.find(inputNameVariableId), paths.groupTitle(block.id)],
    [returnTo, block.id],
  ]
  return rows.flatMap(([name, value]) => (name === undefined ? [] : [{ var: name, value }]))
}

function invalidMessageOf({ settings }: TypebotDocument): string {
  const messages = objectOf(objectOf(settings.general).systemMessages)
  return (
    textOf(messages.invalidMessage) ||
    textOf(objectOf(settings.systemMessages).invalidMessage) ||
    INVALID_MESSAGE
  )
}

function finish(
  document: TypebotDocument,
  parts: { nodes: FlowNode[]; edges: FlowEdge[]; variables: VariableNames; report: TypebotReport[] },
): TypebotImport {
  const parsed = parseDefinition({
    nodes: parts.nodes,
    edges: parts.edges,
    retriggerBehavior: 'restart_if_dormant',
    fallbackBehavior: 'send_text',
    fallbackText: parts.variables.text(invalidMessageOf(document)),
    variables: parts.variables.all.map((variable) => ({ name: variable })),
  })
  if (!parsed.ok) return { ok: false, problem: { why: 'no_flow', problem: parsed.problem } }
  const flow: ExchangeFlow = {
    name: document.name.trim().slice(0, 120) || 'Imported flow',
    description: null,
    clientId: null,
    definition: parsed.definition,
  }
  const orphans = findOrphans(parsed.definition)
  return { ok: true, flow, report: [...parts.report, ...reportOrphans(orphans)], orphans }
}

/** All that nothing leads to is one finding: it does no harm over there, and publish refuses it here. */
function reportOrphans({ nodeIds, groups }: Orphans): TypebotReport[] {
  if (nodeIds.length === 0) return []
  const notes = [note('GROUPS_NOT_REACHED', { groups })]
  return [{ id: 'orphans', group: '', type: 'groups', status: 'changed', notes }]
}
