import { type FormEvent, useState } from 'react'
import { Field, Input } from '../../ui/field.tsx'
import { Dialog, FormActions } from '../../ui/messages/dialog.tsx'
import { type SandboxContact, type SandboxGroup, useContactActs } from './sandbox-data.ts'
import { useSandboxText } from './sandbox-text.ts'

interface AddGroupDialogProps {
  clientId: string
  contacts: readonly SandboxContact[]
  onClose: () => void
  onMade: (group: SandboxGroup) => void
}

/** Has contacts make a group with the client. */
export function AddGroupDialog({ clientId, contacts, onClose, onMade }: AddGroupDialogProps) {
  const text = useSandboxText()
  const { createGroup } = useContactActs()
  const [isEmpty, setEmpty] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const members = form.getAll('member').map(String)
    setEmpty(members.length === 0)
    if (members.length === 0) return
    createGroup.mutate({ clientId, subject: String(form.get('subject')), members }, { onSuccess: onMade })
  }
  return (
    <Dialog open onOpenChange={onClose} title={text.addGroup} description={text.addGroupBody}>
      <form onSubmit={submit} onChange={() => setEmpty(false)} className="space-y-4">
        <Field label={text.subject}>
          {(control) => <Input {...control} name="subject" required maxLength={100} autoComplete="off" />}
        </Field>
        <fieldset>
          <legend className="mb-1.5 text-sm font-medium">{text.members}</legend>
          <div className="max-h-52 space-y-2 overflow-y-auto">
            {contacts.map(({ phoneNumber, name }, index) => (
              <label key={phoneNumber} className="flex items-center gap-2.5 text-sm">
                <input
                  type="checkbox"
                  name="member"
                  value={phoneNumber}
                  defaultChecked={index === 0}
                  className="size-4 accent-[var(--accent)]"
                />
                <span className="truncate">{name}</span>
                <span className="text-ink-soft tabular-nums">{phoneNumber}</span>
              </label>
            ))}
          </div>
          {isEmpty && (
            <p role="alert" className="mt-1.5 text-[0.8125rem] text-bad">
              {text.noMembers}
            </p>
          )}
        </fieldset>
        <FormActions busy={createGroup.isPending} action={text.addGroupAction} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
