import type { EditorActions } from '../editor-actions.ts'
import { findNode } from '../graph.ts'
import type { QuickFix } from './quick-fixes.ts'

/** A day: long enough for everyone, and short enough that runs do not pile up. */
const FIRST_TIMEOUT_SEC = 86_400
const TRIGGER_SHIFT_X = 340

type Of<K extends QuickFix['kind']> = Extract<QuickFix, { kind: K }>

const FIXES: { [K in QuickFix['kind']]: (actions: EditorActions, fix: Of<K>) => string | null } = {
  end: (actions, { exit }) => actions.addAfter(exit, 'end'),
  remove_edge(actions, { edgeId }) {
    actions.removeEdge(edgeId)
    return null
  },
  remove_node(actions, { nodeId }) {
    actions.removeNode(nodeId)
    return null
  },
  create_variable(actions, { name }) {
    actions.declare(name)
    return null
  },
  use_variable(actions, { name, instead }) {
    actions.renameVariable(name, instead)
    return null
  },
  add_trigger(actions, { target }) {
    const first = target === null ? undefined : findNode(actions.store.document, target)
    const at = first ? { x: first.position.x - TRIGGER_SHIFT_X, y: first.position.y } : { x: 0, y: 0 }
    return actions.addBefore('trigger.keyword', at, target)
  },
  connect_trigger(actions, { source, target }) {
    actions.connect({ source, sourceHandle: 'out' }, target)
    return null
  },
  set_timeout(actions, { nodeId }) {
    const node = findNode(actions.store.document, nodeId)
    if (node) actions.edit(nodeId, { ...node.data, timeoutSec: FIRST_TIMEOUT_SEC }, 'timeoutSec')
    return nodeId
  },
}

/** Puts a finding right as one step of undo; answers the node that deserves a look now, if any. */
export function applyFix<K extends QuickFix['kind']>(actions: EditorActions, fix: Of<K>): string | null {
  const apply: (actions: EditorActions, fix: Of<K>) => string | null = FIXES[fix.kind as K]
  return apply(actions, fix)
}
