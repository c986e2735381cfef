import { MAX_SECRET_VALUE_CHARS } from '../../../core/secret-hosts.ts'
import { Field, Input } from '../../ui/field.tsx'
import { useSecretsText } from './secrets-text.ts'

/** Where the value is given; it is never shown, and browsers do not offer to keep it. */
export function ValueField({ error }: { error: string | undefined }) {
  const { form: text } = useSecretsText()
  return (
    <Field label={text.value} hint={text.valueHint} error={error}>
      {(control) => (
        <Input
          {...control}
          name="value"
          type="password"
          autoComplete="new-password"
          maxLength={MAX_SECRET_VALUE_CHARS}
        />
      )}
    </Field>
  )
}
