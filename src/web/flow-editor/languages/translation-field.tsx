import { Check } from 'lucide-react'
import { type ContactText, putTranslation, stateOf, textsOf } from '../../../core/flow/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { useDocument, useEditor } from '../editor-context.tsx'
import { useEditorText } from '../editor-text.ts'

interface TranslationFieldProps {
  text: ContactText
  language: string
  languageName: string
}

/** What one text is in one language, to be typed; says when it is missing or out of date. */
export function TranslationField({ text, language, languageName }: TranslationFieldProps) {
  const { languages: words } = useEditorText()
  const { store } = useEditor()
  const { definition } = useDocument()
  const texts = textsOf(definition.settings.languages, language)
  const said = texts[text.key]?.text ?? ''
  const state = stateOf(text, texts)
  const put = (next: string) =>
    store.change(
      (document) => ({
        ...document,
        definition: putTranslation(document.definition, language, text.key, next),
      }),
      { burst: `translate ${language} ${text.key}` },
    )
  return (
    <div className="min-w-0 space-y-1.5">
      <TextArea
        aria-label={words.textIn(languageName, text.text)}
        className="min-h-9 py-1.5 text-sm"
        rows={Math.min(6, Math.max(1, text.text.split('\n').length))}
        lang={language}
        value={said}
        placeholder={text.kind === 'words' ? words.wordsHint : words.missing}
        onChange={({ target }) => put(target.value)}
      />
      {state === 'missing' && <Badge tone="warn">{words.missing}</Badge>}
      {state === 'stale' && (
        <span className="flex flex-wrap items-center gap-2">
          <Badge tone="warn">{words.stale}</Badge>
          <Button size="small" variant="quiet" onClick={() => put(said)}>
            <Check aria-hidden />
            {words.stillFits}
          </Button>
        </span>
      )}
    </div>
  )
}
