import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { queries } from '../../app/api.ts'
import { useText } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Dialog, DialogActions } from '../../ui/messages/dialog.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { ShownOnceDialog } from '../../ui/messages/shown-once-dialog.tsx'
import { KeyLimits, readKeyLimits } from './key-limits.tsx'
import { useKeysText } from './keys-text.ts'

interface CreateKeyDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Asks for a name, makes the key, and shows it once. */
export function CreateKeyDialog({ open, onOpenChange }: CreateKeyDialogProps) {
  const text = useKeysText()
  const { shell } = useText()
  const client = useQueryClient()
  const notify = useNotify()
  const [isLacking, setLacking] = useState(false)
  const create = useMutation(
    queries.keys.create.mutationOptions({
      // The value must not stay behind in memory once it was shown.
      gcTime: 0,
      onError: notify.failed,
      onSuccess: () => client.invalidateQueries({ queryKey: queries.keys.key() }),
    }),
  )
  const close = () => {
    create.reset()
    setLacking(false)
    onOpenChange(false)
  }
  if (create.data)
    return (
      <ShownOnceDialog
        title={text.shownOnceTitle}
        description={text.shownOnceBody}
        label={text.keyLabel}
        value={create.data.key}
        onDone={close}
      />
    )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const limits = readKeyLimits(form, Date.now())
    setLacking(limits === null)
    if (limits) create.mutate({ name: String(form.get('name')), ...limits })
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={text.createTitle} description={text.createBody}>
      <form onSubmit={submit} className="space-y-4">
        <Field label={text.name}>
          {(control) => (
            <Input {...control} name="name" placeholder={text.nameExample} required maxLength={120} />
          )}
        </Field>
        <KeyLimits isLacking={isLacking} />
        <DialogActions>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            {shell.cancel}
          </Button>
          <Button type="submit" busy={create.isPending}>
            {text.createAction}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
