import { type FlowDefinition, type Issue, validateFlow } from '../../../../core/flow/index.ts'

/** Findings of validation with the places where they are shown. */
export interface ProblemIndex {
  errors: readonly Issue[]
  warnings: readonly Issue[]
  byNode: ReadonlyMap<string, readonly Issue[]>
}

export const NO_PROBLEMS: ProblemIndex = { errors: [], warnings: [], byNode: new Map() }

/** What the browser always finds itself: from the service it is of a draft that has changed since. */
const FOUND_HERE: ReadonlySet<Issue['code']> = new Set([
  'NO_TRIGGER',
  'DISCONNECTED',
  'DUPLICATE_ID',
  'GO_TO_TARGET_MISSING',
  'UNCONNECTED_HANDLE',
  'LOOP_WITHOUT_WAIT',
  'UNDEFINED_VARIABLE',
  'NO_TIMEOUT',
  'LARGE_FLOW',
  'SECRET_IN_TEXT',
])

/**
 * Checks a flow as publish does. `fromService` is what only the service knows, such as other flows' keywords, missing
 * secrets, addresses it does not call, or node types it cannot run; what both found is listed once.
 */
export function findProblems(
  definition: FlowDefinition,
  fromService: readonly Issue[] = [],
  previous: ProblemIndex = NO_PROBLEMS,
): ProblemIndex {
  const { errors, warnings } = validateFlow(definition, { addresses: null })
  const known = new Set([...errors, ...warnings].map(keyOf))
  const nodeIds = new Set(definition.nodes.map((node) => node.id))
  const more = fromService.filter(
    (issue) =>
      !FOUND_HERE.has(issue.code) &&
      !known.has(keyOf(issue)) &&
      (issue.nodeId === undefined || nodeIds.has(issue.nodeId)),
  )
  const all = [...errors, ...warnings, ...more]
  return {
    errors: all.filter((issue) => issue.severity === 'error'),
    warnings: all.filter((issue) => issue.severity === 'warning'),
    byNode: groupByNode(all, definition, previous),
  }
}

/** Tells findings apart; two that are equal in it are the same. */
export const keyOf = ({ code, nodeId, edgeId, path, reason, params }: Issue): string =>
  [code, nodeId, edgeId, path, reason, ...Object.values(params)].join('\n')

/** Findings by the node they are about: its own, or that of the edge's source. Unchanged lists stay the same object. */
function groupByNode(
  issues: readonly Issue[],
  { edges }: FlowDefinition,
  previous: ProblemIndex,
): Map<string, readonly Issue[]> {
  const sources = new Map(edges.map((edge) => [edge.id, edge.source]))
  const groups = new Map<string, Issue[]>()
  for (const issue of issues) {
    const nodeId = issue.nodeId ?? (issue.edgeId === undefined ? undefined : sources.get(issue.edgeId))
    if (nodeId !== undefined) groups.set(nodeId, [...(groups.get(nodeId) ?? []), issue])
  }
  return new Map(
    [...groups].map(([nodeId, list]) => {
      const before = previous.byNode.get(nodeId)
      const isSame = before?.map(keyOf).join('\n\n') === list.map(keyOf).join('\n\n')
      return [nodeId, isSame && before ? before : list]
    }),
  )
}

/** The first finding for each field of a node, by its dotted path. */
export function indexByPath(issues: readonly Issue[]): ReadonlyMap<string, Issue> {
  const byPath = new Map<string, Issue>()
  for (const issue of issues) {
    if (issue.path !== undefined && !byPath.has(issue.path)) byPath.set(issue.path, issue)
  }
  return byPath
}
