import type { FlowDefinition } from './definition.ts'
import { type FormulaResult, parseFormula } from './expressions/formula/formula.ts'
import { type Parsed, type ParsedTemplate, parseExpression, parseTemplate } from './expressions/liquid.ts'
import { type PatternResult, parsePattern } from './expressions/patterns.ts'
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
  readonly expressions: ExpressionCache
  readonly defaults: Readonly<Record<string, unknown>>
  /** For menus and keywords that are tolerant. */
  readonly synonyms: Synonyms
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
  const nodes = new Map<string, BoundNode>()
  for (const node of definition.nodes) {
    const bound = findNodeType(node.type)?.bind(node.id, node.data)
    if (bound?.ok && !nodes.has(node.id)) nodes.set(node.id, bound.node)
  }
  const routes = indexRoutes(definition)
  const route = (nodeId: string, handle: string) => routes.get(nodeId)?.get(handle)
  return {
    flowId: identity.flowId,
    versionId: identity.versionId,
    name: identity.name ?? identity.flowId,
    definition,
    nodes,
    triggers: [...nodes.values()].filter(
      (node) => node.trigger !== null && route(node.id, 'out') !== undefined,
    ),
    calledNodes: [...nodes.values()].filter(({ type }) => type === 'wait.webhook').map(({ id }) => id),
    expressions: new ExpressionCache(),
    defaults: Object.fromEntries(
      definition.variables
        .filter((variable) => variable.default !== undefined)
        .map((variable) => [variable.name, variable.default]),
    ),
    synonyms: indexSynonyms(definition.settings.synonyms ?? []),
    route,
  }
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
