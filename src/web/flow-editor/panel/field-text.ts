import { useEditorText } from '../editor-text.ts'

/** What every control of a form is given. */
export interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean
}

/** The label of a field and of a choice, in the present language. */
export function useFieldText() {
  const { panel } = useEditorText()
  return {
    label: (type: string, path: string, key: string) =>
      panel.fields[`${type}.${path.replaceAll(/\.\d+/g, '')}`] ?? panel.fields[key] ?? key,
    hint: (type: string, path: string) => panel.hints[`${type}.${path.replaceAll(/\.\d+/g, '')}`],
    choice: (key: string, value: string) => {
      const ops: Readonly<Record<string, string>> = panel.ops
      const compared = key === 'op' ? ops[value] : undefined
      return panel.choices[`${key}.${value}`] ?? compared ?? panel.choices[value] ?? value
    },
  }
}
