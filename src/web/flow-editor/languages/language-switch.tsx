import { Languages } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { useDocument, useEditor, useStoreValue } from '../editor-context.tsx'
import { useEditorText } from '../editor-text.ts'
import { useLanguageNames } from './language-names.ts'
import { useShownLanguage } from './use-shown-nodes.ts'

/** In which language the nodes are shown, and the way to all texts; absent while the flow speaks one language. */
export function LanguageSwitch() {
  const { languages: text } = useEditorText()
  const { view } = useEditor()
  const { definition } = useDocument()
  const { isTranslating } = useStoreValue(view)
  const language = useShownLanguage(definition)
  const nameOf = useLanguageNames()
  const { languages } = definition.settings
  if (!languages || languages.others.length === 0) return null
  return (
    <>
      <Select
        aria-label={text.shown}
        title={text.shown}
        className="h-9 w-auto max-w-36 text-[0.8125rem]"
        value={language ?? ''}
        onChange={({ target }) => view.set({ ...view.get(), language: target.value || null })}
      >
        <option value="">{nameOf(languages.main)}</option>
        {languages.others.map((other) => (
          <option key={other} value={other}>
            {nameOf(other)}
          </option>
        ))}
      </Select>
      <Button
        variant="quiet"
        size="icon"
        className="size-9"
        aria-label={text.title}
        title={text.title}
        aria-pressed={isTranslating}
        onClick={() => view.set({ ...view.get(), isTranslating: !isTranslating })}
      >
        <Languages aria-hidden />
      </Button>
    </>
  )
}
