import { Field, Input } from '../../ui/field.tsx'
import { useEditorText } from '../editor-text.ts'
import { toJsonOrText } from './json-or-text.ts'
import type { StartInput } from './start-inputs.ts'

/** A field for each value that a start takes, by its name. */
export function InputFields({ inputs }: { inputs: readonly StartInput[] }) {
  const text = useEditorText()
  return inputs.map(({ name, type, sample }) => (
    <Field key={name} label={name} hint={text.panel.choices[type] ?? type}>
      {(control) => <Input {...control} name={name} defaultValue={toJsonOrText(sample)} />}
    </Field>
  ))
}
