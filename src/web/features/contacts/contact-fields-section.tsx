import { useText } from '../../i18n/language.tsx'
import { useContactFields } from './contact-data.ts'
import { FieldValueInput } from './field-value-input.tsx'

interface ContactFieldsSectionProps {
  values: Readonly<Record<string, unknown>>
  busy: boolean
  onSave: (name: string, value: string | number | boolean | null) => void
}

/** The fields of one contact, in its panel; what flows keep under names that nobody defined is only shown. */
export function ContactFieldsSection({ values, busy, onSave }: ContactFieldsSectionProps) {
  const { chat: text } = useText()
  const fields = useContactFields().data ?? []
  const names = new Set(fields.map(({ name }) => name))
  const others = Object.entries(values).filter(([name]) => !names.has(name))
  if (fields.length === 0 && others.length === 0) return null
  return (
    <section aria-label={text.fields} className="space-y-3">
      <h3 className="text-sm font-medium">{text.fields}</h3>
      {fields.map((field) => (
        <FieldValueInput
          key={field.name}
          field={field}
          value={values[field.name]}
          busy={busy}
          onSave={(value) => onSave(field.name, value)}
        />
      ))}
      {others.length > 0 && (
        <dl className="space-y-1 text-sm">
          {others.map(([name, value]) => (
            <div key={name} className="flex gap-2">
              <dt className="font-mono text-[0.8125rem] text-ink-soft">{name}</dt>
              <dd className="min-w-0 break-words">
                {typeof value === 'object' ? JSON.stringify(value) : String(value)}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
