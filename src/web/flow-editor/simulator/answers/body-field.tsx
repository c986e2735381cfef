import { Field, TextArea } from '../../../ui/field.tsx'
import { useEditorText } from '../../editor-text.ts'

interface BodyFieldProps {
  /** What it is called when it is no body of an answer. */
  label?: string
  value: string
  onChange: (value: string) => void
}

/** What somebody else is made to answer: JSON, or a text as it is. */
export function BodyField({ label, value, onChange }: BodyFieldProps) {
  const { simulator: text } = useEditorText()
  return (
    <Field label={label ?? text.body}>
      {(control) => (
        <TextArea
          {...control}
          spellCheck={false}
          className="min-h-20 font-mono text-xs"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
