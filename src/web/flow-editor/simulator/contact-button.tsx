import { UserRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useText } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { Dialog, FormActions } from '../../ui/messages/dialog.tsx'
import { useDocument } from '../editor-context.tsx'
import { useEditorText } from '../editor-text.ts'
import { useLanguageNames } from '../languages/language-names.ts'
import type { SimulatedContact } from '../model/simulate/flow-simulator.ts'

interface ContactButtonProps {
  contact: SimulatedContact
  onChange: (contact: SimulatedContact) => void
}

/** Whom the flow talks with: who they are, and what is known of them. */
export function ContactButton({ contact, onChange }: ContactButtonProps) {
  const { simulator: text } = useEditorText()
  const { shell } = useText()
  const { languages } = useDocument().definition.settings
  const nameOf = useLanguageNames()
  const field = languages?.field ?? 'language'
  const spoken = contact.fields[field]
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
    const language = read('language')
    const { [field]: _before, ...others } = contact.fields
    const fields = language === '' ? others : { ...others, [field]: language }
    onChange({ name: read('name'), phone: read('phone') || null, tags, fields })
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
          {languages && (
            <Field label={text.contactLanguage}>
              {(control) => (
                <Select {...control} name="language" defaultValue={typeof spoken === 'string' ? spoken : ''}>
                  <option value="">{text.noLanguage}</option>
                  {[languages.main, ...languages.others].map((tag) => (
                    <option key={tag} value={tag}>
                      {nameOf(tag)}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          )}
          <FormActions action={shell.save} busy={false} onCancel={() => setOpen(false)} />
        </form>
      </Dialog>
    </>
  )
}
