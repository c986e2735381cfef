import { Play } from 'lucide-react'
import { GROUP_CHANGES, type GroupChange } from '../../../../core/conversation/flow-event.ts'
import type { FlowNode } from '../../../../core/flow/index.ts'
import { Button } from '../../../ui/button.tsx'
import { nameNode, useEditorText } from '../../editor-text.ts'
import type { Act } from '../../model/simulate/flow-simulator.ts'
import type { GroupTriggerData } from '../../model/simulate/group-step.ts'

interface Data extends GroupTriggerData {
  changes?: readonly GroupChange[]
}

/** Each thing that a trigger.group listens to, as it happens to the contact of the simulator. */
export function GroupStart({ node, act }: { node: FlowNode; act: Act }) {
  const text = useEditorText()
  const data = node.data as Data
  const changes = GROUP_CHANGES.filter((change) => (data.changes ?? ['added', 'joined']).includes(change))
  return changes.map((change) => (
    <Button
      key={change}
      size="small"
      variant="secondary"
      onClick={() => act((simulator) => simulator.startByGroup(data, change))}
    >
      <Play aria-hidden />
      {`${nameNode(text, node.type, node.data)}: ${text.panel.choices[`changes.${change}`] ?? change}`}
    </Button>
  ))
}
