import { Play } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { FlowNode } from '../../../../core/flow/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, TextArea } from '../../../ui/field.tsx'
import { Dialog, FormActions } from '../../../ui/messages/dialog.tsx'
import { useEditor } from '../../editor-context.tsx'
import { nameNode, useEditorText } from '../../editor-text.ts'
import type { Act } from '../../model/simulate/flow-simulator.ts'
import { keepCallSample, readCallSample } from '../../panel/incoming/call-samples.ts'
import { buildCall, parseCall } from '../called-webhook.ts'

/** A call of a trigger.webhook or of a wait.webhook, written as JSON: that which was chosen as a sample, or one with all that is mapped. */
export function WebhookStart({ node, act }: { node: FlowNode; act: Act }) {
  const text = useEditorText()
  const { flowId } = useEditor()
  const [isOpen, setOpen] = useState(false)
  const [isUnreadable, setUnreadable] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const written = String(new FormData(event.currentTarget).get('call') ?? '')
    const call = parseCall(written)
    setUnreadable(call === null)
    if (call === null) return
    keepCallSample(flowId, node.id, written)
    setOpen(false)
    act((simulator) =>
      node.type === 'wait.webhook'
        ? simulator.callRun(node.id, call)
        : simulator.startByWebhook(node.id, call),
    )
  }
  return (
    <>
      <Button size="small" variant="secondary" onClick={() => setOpen(true)}>
        <Play aria-hidden />
        {nameNode(text, node.type, node.data)}
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen} title={text.incoming.call}>
        <form onSubmit={submit} className="space-y-4">
          <Field
            label={text.incoming.callParts}
            error={isUnreadable ? text.incoming.callUnreadable : undefined}
          >
            {(control) => (
              <TextArea
                {...control}
                name="call"
                rows={12}
                className="font-mono text-xs"
                defaultValue={readCallSample(flowId, node.id) ?? buildCall(node)}
              />
            )}
          </Field>
          <FormActions action={text.incoming.callAction} busy={false} onCancel={() => setOpen(false)} />
        </form>
      </Dialog>
    </>
  )
}
