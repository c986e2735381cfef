import { UserRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useText } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Dialog, FormActions } from '../../ui/messages/dialog.tsx'
import { useEditorText } from '../editor-text.ts'
import type { SimulatedContact } from '../model/simulate/flow-simulator.ts'

interface ContactButtonProps {
  contact: SimulatedContact
  onChange: (contact: SimulatedContact) => void
}

/** Whom the flow talks with: who they are, and what is known of them. */
export function ContactButton({ contact, onChange }: ContactButtonProps) {
  const { simulator: text } = useEditorText()
  const { shell } = useText()
  const [isOpen, setOpen] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const read = (name: string) => String(given.get(name) ?? '').trim()
    const tags = read('tags')
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== '')
    setOpen(false)
    onChange({ name: read('name'), phone: read('phone') || null, tags })
  }
  return (
    <>
      <Button size="small" variant="quiet" onClick={() => setOpen(true)}>
        <UserRound aria-hidden />
        {text.contact}
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen} title={text.contact} description={text.contactBody}>
        <form onSubmit={submit} className="space-y-4">
          <Field label={text.contactName}>
            {(control) => (
              <Input {...control} name="name" required maxLength={100} defaultValue={contact.name} />
            )}
          </Field>
          <Field label={text.contactPhone}>
            {(control) => (
              <Input
                {...control}
                name="phone"
                type="tel"
                pattern="\+?[0-9 \-]{6,20}"
                placeholder="+447700900123"
                defaultValue={contact.phone ?? ''}
              />
            )}
          </Field>
          <Field label={text.contactTags}>
            {(control) => <Input {...control} name="tags" defaultValue={contact.tags.join(', ')} />}
          </Field>
          <FormActions action={shell.save} busy={false} onCancel={() => setOpen(false)} />
        </form>
      </Dialog>
    </>
  )
}
