import { Field, TextArea } from '../../../ui/field.tsx'
import { useEditorText } from '../../editor-text.ts'

/** What somebody else is made to answer: JSON, or a text as it is. */
export function BodyField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { simulator: text } = useEditorText()
  return (
    <Field label={text.body}>
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
