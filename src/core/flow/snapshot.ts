import type { FlowDefinition, FlowNode } from './definition.ts'
import { type FormulaResult, parseFormula } from './expressions/formula/formula.ts'
import { type Parsed, type ParsedTemplate, parseExpression, parseTemplate } from './expressions/liquid.ts'
import { type PatternResult, parsePattern } from './expressions/patterns.ts'
import { listenInAll, translateDefinition } from './languages/translate.ts'
import { indexSynonyms, type Synonyms } from './matching/choice.ts'
import type { BoundNode } from './nodes/node-type.ts'
import { findNodeType } from './nodes/registry.ts'

/** Where an edge leads. */
export interface Route {
  edgeId: string
  target: string
}

/** Parsed templates, expressions and patterns of one snapshot, parsed at first use and kept. */
export class ExpressionCache {
  private readonly templates = new Map<string, Parsed<ParsedTemplate>>()
  private readonly encodedTemplates = new Map<string, Parsed<ParsedTemplate>>()
  private readonly expressions = new Map<string, Parsed<ParsedTemplate>>()
  private readonly formulas = new Map<string, FormulaResult>()
  private readonly patterns = new Map<string, PatternResult>()

  template(text: string): Parsed<ParsedTemplate> {
    return remember(this.templates, text, () => parseTemplate(text))
  }

  /** A template that percent-encodes what it inserts. */
  encoded(text: string): Parsed<ParsedTemplate> {
    return remember(this.encodedTemplates, text, () => parseTemplate(text, 'url'))
  }

  expression(text: string): Parsed<ParsedTemplate> {
    return remember(this.expressions, text, () => parseExpression(text))
  }

  formula(text: string): FormulaResult {
    return remember(this.formulas, text, () => parseFormula(text))
  }

  pattern(source: string, caseSensitive = false): PatternResult {
    return remember(this.patterns, `${caseSensitive ? 's' : 'i'}${source}`, () =>
      parsePattern(source, { caseSensitive }),
    )
  }
}

/** Patterns can be built from answers, so a cache that grew too large starts again. */
const MAX_CACHED = 5_000

function remember<T>(cache: Map<string, T>, key: string, make: () => T): T {
  const known = cache.get(key)
  if (known !== undefined) return known
  if (cache.size >= MAX_CACHED) cache.clear()
  const made = make()
  cache.set(key, made)
  return made
}

/**
 * An immutable version of a flow, ready to run: data checked and bound, edges indexed, expressions cached.
 * Build it once per version and share it between contacts and events.
 */
export interface FlowSnapshot {
  readonly flowId: string
  readonly versionId: string
  readonly name: string
  readonly definition: FlowDefinition
  readonly nodes: ReadonlyMap<string, BoundNode>
  readonly triggers: readonly BoundNode[]
  /** Ids of the nodes that wait for calls from outside. */
  readonly calledNodes: readonly string[]
  /** A node of it writes fields of contacts. */
  readonly writesFields: boolean
  readonly expressions: ExpressionCache
  readonly defaults: Readonly<Record<string, unknown>>
  /** For menus and keywords that are tolerant. */
  readonly synonyms: Synonyms
  /** The language of its texts; null where the flow has not said which it speaks. */
  readonly language: string | null
  /** The same version in one of its languages; nodes, edges and triggers have the same ids. */
  inLanguage(language: string): FlowSnapshot
  /** The edge out of a node's handle, if there is one. */
  route(nodeId: string, handle: string): Route | undefined
}

export interface SnapshotIdentity {
  flowId: string
  versionId: string
  name?: string
}

/** Builds a snapshot. Nodes that validation would refuse are left out; a run that reaches one fails there. */
export function createSnapshot(identity: SnapshotIdentity, definition: FlowDefinition): FlowSnapshot {
  const { languages } = definition.settings
  const nodes = bindNodes(definition.nodes, (node) => listenInAll(node, languages))
  const routes = indexRoutes(definition)
  const route = (nodeId: string, handle: string) => routes.get(nodeId)?.get(handle)
  const spoken = new Map<string, FlowSnapshot>()
  const base: FlowSnapshot = {
    flowId: identity.flowId,
    versionId: identity.versionId,
    name: identity.name ?? identity.flowId,
    definition,
    nodes,
    triggers: [...nodes.values()].filter(
      (node) => node.trigger !== null && route(node.id, 'out') !== undefined,
    ),
    calledNodes: [...nodes.values()].filter(({ type }) => type === 'wait.webhook').map(({ id }) => id),
    writesFields: [...nodes.values()].some(({ writesFields }) => writesFields.length > 0),
    expressions: new ExpressionCache(),
    defaults: Object.fromEntries(
      definition.variables
        .filter((variable) => variable.default !== undefined)
        .map((variable) => [variable.name, variable.default]),
    ),
    synonyms: indexSynonyms(definition.settings.synonyms ?? []),
    language: languages?.main ?? null,
    inLanguage: (language) => {
      if (language === base.language) return base
      const known = spoken.get(language) ?? translateSnapshot(base, language)
      spoken.set(language, known)
      return known
    },
    route,
  }
  return base
}

/** The nodes of a version in another language. What its type refuses in that language stays in the main one. */
function translateSnapshot(base: FlowSnapshot, language: string): FlowSnapshot {
  const definition = translateDefinition(base.definition, language)
  const { nodes } = base.definition
  const bound = new Map(base.nodes)
  for (const [index, node] of definition.nodes.entries()) {
    if (node === nodes[index] || node.type.startsWith('trigger.')) continue
    const said = findNodeType(node.type)?.bind(node.id, node.data)
    if (said?.ok && base.nodes.get(node.id)?.type === node.type) bound.set(node.id, said.node)
  }
  const { settings } = definition
  return { ...base, definition, nodes: bound, language, synonyms: indexSynonyms(settings.synonyms ?? []) }
}

function bindNodes(nodes: readonly FlowNode[], adapt: (node: FlowNode) => FlowNode): Map<string, BoundNode> {
  const bound = new Map<string, BoundNode>()
  for (const node of nodes) {
    if (bound.has(node.id)) continue
    const type = findNodeType(node.type)
    const adapted = adapt(node)
    let result = type?.bind(node.id, adapted.data)
    // With the words of other languages there may be more than it takes.
    if (!result?.ok && adapted !== node) result = type?.bind(node.id, node.data)
    if (result?.ok) bound.set(node.id, result.node)
  }
  return bound
}

function indexRoutes(definition: FlowDefinition): Map<string, Map<string, Route>> {
  const routes = new Map<string, Map<string, Route>>()
  for (const edge of definition.edges) {
    const handles = routes.get(edge.source) ?? new Map<string, Route>()
    if (!handles.has(edge.sourceHandle))
      handles.set(edge.sourceHandle, { edgeId: edge.id, target: edge.target })
    routes.set(edge.source, handles)
  }
  return routes
}
