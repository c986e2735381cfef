import { BookmarkPlus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useText } from '../../../i18n/language.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { Dialog, DialogActions } from '../../../ui/messages/dialog.tsx'
import { useNotify } from '../../../ui/messages/notify.ts'
import { useEditorText } from '../../editor-text.ts'
import type { FlowSimulator } from '../../model/simulate/flow-simulator.ts'
import { toCaseDocument } from '../../model/simulate/flow-tests.ts'
import { useTestActions } from './use-flow-tests.ts'

/** Keeps the conversation as a test: what was done, and what the flow said to it. */
export function SaveTestButton({ simulator }: { simulator: FlowSimulator }) {
  const { simulator: text } = useEditorText()
  const { shell } = useText()
  const { flowId, save: keep } = useTestActions()
  const { done, warn } = useNotify()
  const [isOpen, setOpen] = useState(false)
  const open = () => {
    if (!simulator.isWhole) warn(text.notFromStart)
    else if (simulator.script.length === 0) warn(text.nothingToSave)
    else setOpen(true)
  }
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const title = String(new FormData(event.currentTarget).get('title')).trim()
    const { startAt, script, contact, contactFields } = simulator
    const document = toCaseDocument({ title, startAt, contact, contactFields, script })
    keep.mutate(
      { id: flowId, case: document },
      {
        onSuccess() {
          setOpen(false)
          done(text.testSaved)
        },
      },
    )
  }
  return (
    <>
      <Button size="small" variant="quiet" onClick={open}>
        <BookmarkPlus aria-hidden />
        {text.saveTest}
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen} title={text.saveTest} description={text.saveTestBody}>
        <form onSubmit={save}>
          <Field label={text.testName}>
            {(control) => <Input {...control} name="title" required maxLength={120} />}
          </Field>
          <DialogActions>
            <Button variant="secondary" onClick={() => setOpen(false)}>
              {shell.cancel}
            </Button>
            <Button type="submit" busy={keep.isPending}>
              {shell.save}
            </Button>
          </DialogActions>
        </form>
      </Dialog>
    </>
  )
}
