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
    choice: (key: string, value: string) => panel.choices[`${key}.${value}`] ?? panel.choices[value] ?? value,
  }
}
