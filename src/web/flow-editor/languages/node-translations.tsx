import { type FlowNode, listNodeTexts } from '../../../core/flow/index.ts'
import { useDocument } from '../editor-context.tsx'
import { useEditorText } from '../editor-text.ts'
import { useLanguageNames } from './language-names.ts'
import { TranslationField } from './translation-field.tsx'
import { useShownLanguage } from './use-shown-nodes.ts'

/** The texts of a node in the language that is shown; nothing while that is the main one. */
export function NodeTranslations({ node }: { node: FlowNode }) {
  const { languages: words } = useEditorText()
  const { definition } = useDocument()
  const language = useShownLanguage(definition)
  const nameOf = useLanguageNames()
  const texts = listNodeTexts(node)
  if (language === null || texts.length === 0) return null
  return (
    <section className="space-y-3 rounded-xl border border-line bg-sunken/40 p-3">
      <h3 className="text-sm font-semibold">{words.inLanguage(nameOf(language))}</h3>
      {texts.map((text) => (
        <div key={text.key} className="space-y-1.5">
          <p className="line-clamp-3 text-[0.8125rem] break-words whitespace-pre-wrap text-ink-soft">
            {text.text || words.noWords}
          </p>
          <TranslationField text={text} language={language} languageName={nameOf(language)} />
        </div>
      ))}
    </section>
  )
}
