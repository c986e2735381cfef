import { type FormEvent, useState } from 'react'
import { CONTACT_FIELD_NAME, CONTACT_FIELD_TYPES } from '../../../core/contact/contact-fields.ts'
import { api } from '../../app/api.ts'
import { readForm } from '../../app/read-form.ts'
import { Field, Input, Select, TextArea } from '../../ui/field.tsx'
import { NameField } from '../../ui/inputs/name-field.tsx'
import { Dialog, FormActions } from '../../ui/messages/dialog.tsx'
import { type ContactField, useFieldChange } from './contact-data.ts'
import { useContactsText } from './contacts-text.ts'

interface FieldDialogProps {
  /** The field that is changed; null: a new one. */
  field: ContactField | null
  /** Names that are taken. */
  taken: readonly string[]
  onClose: () => void
}

type Problem = 'nameWrong' | 'nameTaken' | 'choicesMissing' | null

/** Asks for all that is to be known of a field of contacts. */
export function FieldDialog({ field, taken, onClose }: FieldDialogProps) {
  const { form: text, types, saved } = useContactsText()
  const [problem, setProblem] = useState<Problem>(null)
  const [type, setType] = useState(field?.type ?? 'text')
  const change = useFieldChange(onClose)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const read = readForm(event.currentTarget)
    const name = field?.name ?? read('name')
    const choices = read('choices')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
    const found = findProblem(name, field ? [] : taken, type === 'choice' && choices.length === 0)
    setProblem(found)
    if (found) return
    const input = {
      name,
      label: read('label') || name,
      type,
      choices,
      description: read('description') || null,
    }
    change.mutate({ act: () => api.contacts.fields.set(input), done: saved(input.label) })
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={field ? text.changeTitle(field.label) : text.createTitle}
      description={text.body}
    >
      <form onSubmit={submit} onChange={() => setProblem(null)} noValidate className="space-y-4">
        <NameField
          label={text.name}
          hint={text.nameHint}
          error={problem === 'nameWrong' || problem === 'nameTaken' ? text[problem] : undefined}
          value={field?.name ?? ''}
          isFixed={field !== null}
        />
        <Field label={text.label}>
          {(control) => <Input {...control} name="label" maxLength={100} defaultValue={field?.label ?? ''} />}
        </Field>
        <Field label={text.type} hint={field ? text.typeStays : undefined}>
          {(control) => (
            <Select
              {...control}
              disabled={field !== null}
              value={type}
              onChange={({ target }) =>
                setType(CONTACT_FIELD_TYPES.find((one) => one === target.value) ?? type)
              }
            >
              {CONTACT_FIELD_TYPES.map((one) => (
                <option key={one} value={one}>
                  {types[one]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {type === 'choice' && (
          <Field
            label={text.choices}
            hint={text.choicesHint}
            error={problem === 'choicesMissing' ? text.choicesMissing : undefined}
          >
            {(control) => (
              <TextArea {...control} name="choices" defaultValue={field?.choices.join('\n') ?? ''} />
            )}
          </Field>
        )}
        <Field label={text.description}>
          {(control) => (
            <Input {...control} name="description" maxLength={500} defaultValue={field?.description ?? ''} />
          )}
        </Field>
        <FormActions action={text.action} busy={change.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

function findProblem(name: string, taken: readonly string[], lacksChoices: boolean): Problem {
  if (!CONTACT_FIELD_NAME.test(name)) return 'nameWrong'
  if (taken.includes(name)) return 'nameTaken'
  return lacksChoices ? 'choicesMissing' : null
}
