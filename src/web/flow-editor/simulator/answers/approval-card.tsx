import { useId, useState } from 'react'
import type { RunState } from '../../../../core/flow/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, TextArea } from '../../../ui/field.tsx'
import { useEditorText } from '../../editor-text.ts'
import type { Act } from '../../model/simulate/flow-simulator.ts'

type Approval = NonNullable<RunState['context']['approval']>

/** What a person decides about an answer that waits for them. That nobody does is the time that can be skipped. */
export function ApprovalCard({ approval, act }: { approval: Approval; act: Act }) {
  const { simulator: text } = useEditorText()
  const [given, setGiven] = useState(approval.text)
  const title = useId()
  const isChanged = given !== approval.text
  const approve = () => act((simulator) => simulator.decide(isChanged ? { text: given } : 'approve'))
  return (
    <section aria-labelledby={title} className="space-y-3 border-t border-line bg-warn-soft/40 p-4">
      <h3 id={title} className="text-sm font-medium">
        {text.approvalTitle}
      </h3>
      <Field label={text.approvalText}>
        {(control) => (
          <TextArea
            {...control}
            className="min-h-20 text-sm"
            value={given}
            onChange={(event) => setGiven(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button size="small" disabled={given.trim() === ''} onClick={approve}>
          {isChanged ? text.approveChanged : text.approve}
        </Button>
        <Button
          size="small"
          variant="secondary"
          onClick={() => act((simulator) => simulator.decide('decline'))}
        >
          {text.decline}
        </Button>
      </div>
    </section>
  )
}
