import { Play } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { FlowNode } from '../../../../core/flow/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, FormActions } from '../../../ui/messages/dialog.tsx'
import { useDocument } from '../../editor-context.tsx'
import { nameNode, useEditorText } from '../../editor-text.ts'
import type { Act } from '../../model/simulate/flow-simulator.ts'
import { InputFields } from '../input-fields.tsx'
import { listInputs, readInputs } from '../start-inputs.ts'
import { CallStart } from './call-start.tsx'
import { GroupStart } from './group-start.tsx'
import { WebhookStart } from './webhook-start.tsx'

/** The values of a start, asked for when it takes any. */
function ApiStart({ node, act }: { node: FlowNode; act: Act }) {
  const text = useEditorText()
  const [isOpen, setOpen] = useState(false)
  const inputs = listInputs(node)
  const start = (values: Record<string, unknown>) => act((simulator) => simulator.startByApi(values))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    setOpen(false)
    start(readInputs(inputs, (name) => String(given.get(name) ?? '')))
  }
  return (
    <>
      <Button
        size="small"
        variant="secondary"
        onClick={() => (inputs.length > 0 ? setOpen(true) : start({}))}
      >
        <Play aria-hidden />
        {nameNode(text, node.type, node.data)}
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen} title={text.simulator.startInputs}>
        <form onSubmit={submit} className="space-y-4">
          <InputFields inputs={inputs} />
          <FormActions action={text.simulator.start} busy={false} onCancel={() => setOpen(false)} />
        </form>
      </Dialog>
    </>
  )
}

const CALLED = ['trigger.webhook', 'wait.webhook']
const STARTS = [...CALLED, 'trigger.api', 'trigger.schedule', 'trigger.group', 'trigger.call']

/** Starts that no message makes, and calls that runs wait for: by the API, by a call of another system, by a schedule. */
export function Starts({ act }: { act: Act }) {
  const text = useEditorText()
  const { nodes } = useDocument().definition
  const starts = nodes.filter(({ type }) => STARTS.includes(type))
  if (starts.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2 border-b border-line px-4 py-2">
      {starts.map((node) =>
        node.type === 'trigger.api' ? (
          <ApiStart key={node.id} node={node} act={act} />
        ) : node.type === 'trigger.call' ? (
          <CallStart key={node.id} node={node} act={act} />
        ) : node.type === 'trigger.group' ? (
          <GroupStart key={node.id} node={node} act={act} />
        ) : CALLED.includes(node.type) ? (
          <WebhookStart key={node.id} node={node} act={act} />
        ) : (
          <Button
            key={node.id}
            size="small"
            variant="secondary"
            onClick={() => act((simulator) => simulator.startBySchedule(node.id))}
          >
            <Play aria-hidden />
            {nameNode(text, node.type, node.data)}
          </Button>
        ),
      )}
    </div>
  )
}
