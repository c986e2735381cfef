import { UserRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useContactFields } from '../../features/contacts/contact-data.ts'
import { FieldValueInput, type FilledField } from '../../features/contacts/field-value-input.tsx'
import { useText } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { Dialog, FormActions } from '../../ui/messages/dialog.tsx'
import { useDocument } from '../editor-context.tsx'
import { useEditorText } from '../editor-text.ts'
import { useLanguageNames } from '../languages/language-names.ts'
import type { SimulatedContact } from '../model/simulate/flow-simulator.ts'

type Values = SimulatedContact['fields']

interface ContactButtonProps {
  contact: SimulatedContact
  /** Names of the fields that the flow reads or writes. */
  named: readonly string[]
  onChange: (contact: SimulatedContact) => void
}

/** What nobody defined holds any text. */
const toUndefined = (name: string): FilledField => ({
  name,
  label: name,
  type: 'text',
  choices: [],
  description: null,
})

function FieldInputs({
  fields,
  values,
  onChange,
}: {
  fields: readonly FilledField[]
  values: Values
  onChange: (values: Values) => void
}) {
  const save = (name: string, value: unknown) => {
    const { [name]: _before, ...others } = values
    onChange(value === null ? others : { ...others, [name]: value })
  }
  return fields.map((field) => (
    <FieldValueInput
      key={field.name}
      field={field}
      value={values[field.name]}
      busy={false}
      onSave={(value) => save(field.name, value)}
    />
  ))
}

/** The fields that the flow names, and folded away those that it does not. */
function ContactFields({
  named,
  spokenIn,
  values,
  onChange,
}: {
  named: readonly string[]
  /** The field of the language, which is asked for by itself. */
  spokenIn: string | null
  values: Values
  onChange: (values: Values) => void
}) {
  const { simulator: text } = useEditorText()
  const defined = useContactFields().data ?? []
  const own = named
    .filter((name) => name !== spokenIn)
    .map((name) => defined.find((field) => field.name === name) ?? toUndefined(name))
  const others = defined.filter(({ name }) => !named.includes(name) && name !== spokenIn)
  return (
    <>
      {own.length > 0 && (
        <fieldset className="space-y-4">
          <legend className="mb-3 text-sm font-medium">{text.contactFields}</legend>
          <FieldInputs fields={own} values={values} onChange={onChange} />
        </fieldset>
      )}
      {others.length > 0 && (
        <details className="space-y-4">
          <summary className="text-sm font-medium">{text.otherContactFields}</summary>
          <FieldInputs fields={others} values={values} onChange={onChange} />
        </details>
      )}
    </>
  )
}

function ContactForm({ contact, named, onChange, onClose }: ContactButtonProps & { onClose: () => void }) {
  const { simulator: text } = useEditorText()
  const { shell } = useText()
  const { languages } = useDocument().definition.settings
  const nameOf = useLanguageNames()
  const spokenIn = languages ? (languages.field ?? 'language') : null
  const [fields, setFields] = useState(contact.fields)
  const spoken = spokenIn === null ? undefined : fields[spokenIn]
  const speak = (language: string) => {
    if (spokenIn === null) return
    const { [spokenIn]: _before, ...others } = fields
    setFields(language === '' ? others : { ...others, [spokenIn]: language })
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const read = (name: string) => String(given.get(name) ?? '').trim()
    const tags = read('tags')
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== '')
    onClose()
    onChange({ name: read('name'), phone: read('phone') || null, tags, fields })
  }
  return (
    <form onSubmit={submit} className="space-y-4">
      <Field label={text.contactName}>
        {(control) => <Input {...control} name="name" required maxLength={100} defaultValue={contact.name} />}
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
            <Select
              {...control}
              value={typeof spoken === 'string' ? spoken : ''}
              onChange={({ target }) => speak(target.value)}
            >
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
      <ContactFields named={named} spokenIn={spokenIn} values={fields} onChange={setFields} />
      <FormActions action={shell.save} busy={false} onCancel={onClose} />
    </form>
  )
}

/** Whom the flow talks with: who they are, and what is known of them. */
export function ContactButton(props: ContactButtonProps) {
  const { simulator: text } = useEditorText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" variant="quiet" onClick={() => setOpen(true)}>
        <UserRound aria-hidden />
        {text.contact}
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen} title={text.contact} description={text.contactBody}>
        <ContactForm {...props} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}
