import { Field, Input } from '../field.tsx'

interface NameFieldProps {
  label: string
  hint: string
  error: string | undefined
  value: string
  placeholder?: string
  /** The thing has its name already, by which flows know it. */
  isFixed?: boolean
}

/** Asks for the name by which flows know something: letters, digits and _, as programs write them. */
export function NameField({ label, hint, error, value, placeholder, isFixed = false }: NameFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <Input
          {...control}
          name="name"
          readOnly={isFixed}
          defaultValue={value}
          placeholder={placeholder}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="font-mono"
        />
      )}
    </Field>
  )
}
