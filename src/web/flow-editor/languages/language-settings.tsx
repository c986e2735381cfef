import { Languages, Plus, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { type FlowLanguages, toLanguageTag } from '../../../core/flow/index.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { useEditor } from '../editor-context.tsx'
import { useEditorText } from '../editor-text.ts'
import { useLanguageNames } from './language-names.ts'

interface LanguageSettingsProps {
  languages: FlowLanguages | undefined
  /** What the flow begins with when nothing was said. */
  locale: string
  onChange: (languages: FlowLanguages | undefined) => void
}

const FIELD_NAME = /^[A-Za-z_]\w{0,63}$/
const isLanguage = (tag: string | null): tag is string => tag !== null && /^[a-z]{2,3}(-|$)/.test(tag)

function AddLanguage({ taken, onAdd }: { taken: readonly string[]; onAdd: (tag: string) => void }) {
  const { languages: words } = useEditorText()
  const [typed, setTyped] = useState('')
  const tag = toLanguageTag(typed)
  const problem =
    typed === ''
      ? undefined
      : !isLanguage(tag)
        ? words.noLanguage
        : taken.includes(tag)
          ? words.taken
          : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isLanguage(tag) || problem !== undefined) return
    onAdd(tag)
    setTyped('')
  }
  return (
    <form onSubmit={submit} className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <Field label={words.add} hint={words.addHint} error={problem}>
          {(control) => (
            <Input
              {...control}
              className="h-9 text-sm"
              placeholder="en"
              maxLength={35}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Field>
      </div>
      <Button type="submit" size="icon" variant="secondary" className="mb-6 size-9" aria-label={words.add}>
        <Plus aria-hidden />
      </Button>
    </form>
  )
}

/** Which languages the flow speaks, and how it knows a contact's. */
export function LanguageSettings({ languages, locale, onChange }: LanguageSettingsProps) {
  const { languages: words } = useEditorText()
  const { view } = useEditor()
  const nameOf = useLanguageNames()
  const { tag: ofDashboard } = useLanguage()
  const [first, setFirst] = useState(toLanguageTag(locale) ?? ofDashboard)
  const present = languages ?? { main: first, others: [], field: 'language', guess: false, texts: {} }
  const spoken = [present.main, ...present.others]
  const remove = (tag: string) => {
    const { [tag]: _gone, ...texts } = present.texts
    const others = present.others.filter((other) => other !== tag)
    onChange(others.length === 0 ? undefined : { ...present, others, texts })
  }
  return (
    <section className="space-y-3 rounded-xl border border-line p-3">
      <h3 className="flex items-center gap-2 text-sm font-semibold">
        <Languages className="size-4" aria-hidden />
        {words.settings}
      </h3>
      <Field label={words.main} hint={nameOf(present.main)}>
        {(control) => (
          <Input
            {...control}
            key={present.main}
            className="h-9 text-sm"
            maxLength={35}
            defaultValue={present.main}
            onBlur={({ target }) => {
              const main = toLanguageTag(target.value)
              if (!isLanguage(main) || spoken.includes(main)) target.value = present.main
              else if (languages) onChange({ ...languages, main })
              else setFirst(main)
            }}
          />
        )}
      </Field>
      <ul className="space-y-1 text-sm">
        {present.others.map((tag) => (
          <li key={tag} className="flex min-h-8 items-center gap-2">
            <span className="min-w-0 flex-1 truncate">{nameOf(tag)}</span>
            <Button
              size="icon"
              variant="quiet"
              className="size-8"
              aria-label={words.remove(nameOf(tag))}
              onClick={() => remove(tag)}
            >
              <X aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
      <AddLanguage
        taken={spoken}
        onAdd={(tag) => onChange({ ...present, others: [...present.others, tag] })}
      />
      {languages && (
        <>
          <Field label={words.field} hint={words.fieldHint}>
            {(control) => (
              <Input
                {...control}
                className="h-9 text-sm"
                maxLength={64}
                defaultValue={languages.field}
                onBlur={({ target }) => {
                  const name = target.value.trim()
                  if (FIELD_NAME.test(name)) onChange({ ...languages, field: name })
                  else target.value = languages.field
                }}
              />
            )}
          </Field>
          <label className="flex items-start gap-2.5 text-sm">
            <input
              type="checkbox"
              className="mt-0.5 size-4.5 accent-accent"
              checked={languages.guess}
              onChange={({ target }) => onChange({ ...languages, guess: target.checked })}
            />
            <span>
              {words.guess}
              <span className="block text-[0.8125rem] text-ink-soft">{words.guessHint}</span>
            </span>
          </label>
          <Button
            size="small"
            variant="secondary"
            onClick={() => view.set({ ...view.get(), isTranslating: true, side: null })}
          >
            {words.title}
          </Button>
        </>
      )}
    </section>
  )
}
