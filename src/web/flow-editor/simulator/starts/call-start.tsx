import { Play } from 'lucide-react'
import { CALL_STATES, type CallState } from '../../../../core/conversation/call.ts'
import type { FlowNode } from '../../../../core/flow/index.ts'
import { Button } from '../../../ui/button.tsx'
import { nameNode, useEditorText } from '../../editor-text.ts'
import type { Act } from '../../model/simulate/flow-simulator.ts'

/** Each state of a call that a trigger.call listens to, as the contact of the simulator calls. */
export function CallStart({ node, act }: { node: FlowNode; act: Act }) {
  const text = useEditorText()
  const { states = ['missed'] } = node.data as { states?: readonly CallState[] }
  return CALL_STATES.filter((state) => states.includes(state)).map((state) => (
    <Button
      key={state}
      size="small"
      variant="secondary"
      onClick={() => act((simulator) => simulator.startByCall(state))}
    >
      <Play aria-hidden />
      {`${nameNode(text, node.type, node.data)}: ${text.panel.choices[`states.${state}`] ?? state}`}
    </Button>
  ))
}
