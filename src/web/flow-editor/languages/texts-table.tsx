import { useVirtualizer } from '@tanstack/react-virtual'
import { X } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { type ContactText, listContactTexts, stateOf, textsOf } from '../../../core/flow/index.ts'
import { useText } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { useDocument, useEditor } from '../editor-context.tsx'
import { nameNode, useEditorText } from '../editor-text.ts'
import { useLanguageNames } from './language-names.ts'
import { TranslationField } from './translation-field.tsx'
import { TranslationFiles } from './translation-files.tsx'
import { useShownLanguage } from './use-shown-nodes.ts'

const ROW_PX = 96
const OVERSCAN = 6

type Filter = 'all' | 'open'

/** The texts to list. A text stays while it is worked at, though it would not be open any more. */
function useTexts(language: string | null, filter: Filter): ContactText[] {
  const { definition } = useDocument()
  const [kept, setKept] = useState<{ on: string; keys: ReadonlySet<string> }>({ on: '', keys: new Set() })
  const all = useMemo(() => listContactTexts(definition), [definition])
  if (language === null || filter === 'all') return all
  const on = `${language} ${filter}`
  if (kept.on !== on) {
    const texts = textsOf(definition.settings.languages, language)
    setKept({
      on,
      keys: new Set(all.filter((text) => stateOf(text, texts) !== 'there').map(({ key }) => key)),
    })
  }
  return all.filter(({ key }) => kept.keys.has(key))
}

interface RowsProps {
  texts: readonly ContactText[]
  language: string
}

function Rows({ texts, language }: RowsProps) {
  const words = useEditorText()
  const { view } = useEditor()
  const { definition } = useDocument()
  const nameOf = useLanguageNames()
  const scroller = useRef<HTMLDivElement>(null)
  const nodes = useMemo(() => new Map(definition.nodes.map((node) => [node.id, node])), [definition])
  const rows = useVirtualizer({
    count: texts.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    getItemKey: (index) => texts[index]?.key ?? index,
  })
  const nameText = ({ nodeId }: ContactText) => {
    const node = nodeId === null ? undefined : nodes.get(nodeId)
    return node ? nameNode(words, node.type, node.data) : words.languages.ofFlow
  }
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
      <ul className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ key, index, start }) => {
          const text = texts[index]
          if (!text) return null
          const { nodeId } = text
          return (
            <li
              key={key}
              data-index={index}
              ref={rows.measureElement}
              className="absolute inset-x-0 grid gap-2 border-b border-line px-4 py-3 md:grid-cols-2 md:gap-4"
              style={{ top: start }}
            >
              <div className="min-w-0">
                {nodeId === null ? (
                  <span className="text-xs font-medium text-ink-soft">{nameText(text)}</span>
                ) : (
                  <button
                    type="button"
                    className="rounded text-xs font-medium text-ink-soft underline-offset-2 hover:underline"
                    onClick={() => view.set({ ...view.get(), editedNode: nodeId })}
                  >
                    {nameText(text)}
                  </button>
                )}
                <p className="mt-1 text-sm break-words whitespace-pre-wrap">
                  {text.text || <span className="text-ink-soft">{words.languages.noWords}</span>}
                </p>
              </div>
              <TranslationField text={text} language={language} languageName={nameOf(language)} />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** All texts of the flow beside what they are in another language. */
export function TextsTable() {
  const { languages: words } = useEditorText()
  const { shell } = useText()
  const { view } = useEditor()
  const { definition } = useDocument()
  const nameOf = useLanguageNames()
  const [filter, setFilter] = useState<Filter>('all')
  const { languages } = definition.settings
  const language = useShownLanguage(definition) ?? languages?.others[0] ?? null
  const texts = useTexts(language, filter)
  const openCount = useMemo(() => {
    if (language === null) return 0
    const said = textsOf(languages, language)
    return listContactTexts(definition).filter((text) => stateOf(text, said) !== 'there').length
  }, [definition, languages, language])
  if (!languages || language === null) return null
  return (
    <section aria-label={words.title} className="flex min-w-0 flex-1 flex-col bg-surface">
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
        <h2 className="me-auto text-[0.9375rem] font-semibold">{words.title}</h2>
        <Select
          aria-label={words.filter}
          className="h-9 w-auto text-[0.8125rem]"
          value={filter}
          onChange={({ target }) => setFilter(target.value as Filter)}
        >
          <option value="all">{words.all}</option>
          <option value="open">{words.open(openCount)}</option>
        </Select>
        <TranslationFiles />
        <Button
          variant="quiet"
          size="icon"
          className="size-9"
          aria-label={shell.close}
          onClick={() => view.set({ ...view.get(), isTranslating: false })}
        >
          <X aria-hidden />
        </Button>
      </div>
      <div className="hidden border-b border-line px-4 py-1.5 text-xs font-semibold text-ink-soft md:grid md:grid-cols-2 md:gap-4">
        <span>{nameOf(languages.main)}</span>
        <Select
          aria-label={words.target}
          className="h-8 w-auto text-[0.8125rem]"
          value={language}
          onChange={({ target }) => view.set({ ...view.get(), language: target.value })}
        >
          {languages.others.map((other) => (
            <option key={other} value={other}>
              {nameOf(other)}
            </option>
          ))}
        </Select>
      </div>
      {texts.length === 0 ? (
        <p className="p-6 text-sm text-ink-soft">{filter === 'open' ? words.nothingOpen : words.noTexts}</p>
      ) : (
        <Rows texts={texts} language={language} />
      )}
    </section>
  )
}
