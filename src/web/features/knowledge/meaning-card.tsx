import { Link } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { useLanguage } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { useModels } from '../models/model-data.ts'
import { type Shelf, useSetModel } from './knowledge-data.ts'
import { useEffectWords, useKnowledgeText } from './knowledge-text.ts'

/** How far the documents are, and what keeps the model from making vectors of them. */
function Progress({ meaning }: { meaning: Shelf['meaning'] }) {
  const { meaning: text } = useKnowledgeText()
  const words = useEffectWords()
  const number = new Intl.NumberFormat(useLanguage().tag)
  const setModel = useSetModel(text.again)
  const { model, embedded, refused, waiting, problem } = meaning
  if (model === null) return null
  const all = number.format(embedded + refused + waiting)
  return (
    <div aria-live="polite" className="mt-3 flex flex-col items-start gap-2 text-[0.8125rem]">
      <p className="text-ink-soft">{text.progress(number.format(embedded), all)}</p>
      {refused > 0 && <p className="text-warn">{text.refused(number.format(refused))}</p>}
      {problem && waiting > 0 && (
        <p className="text-bad">{text.problem(words[problem.code] ?? problem.message)}</p>
      )}
      {((problem && waiting > 0) || refused > 0) && (
        <Button
          right="build"
          variant="secondary"
          busy={setModel.isPending}
          onClick={() => setModel.mutate(model)}
        >
          {!setModel.isPending && <RotateCcw aria-hidden />}
          {text.tryAgain}
        </Button>
      )}
    </div>
  )
}

/** By which model documents are found by their meaning, and how far they are. */
export function MeaningCard({ meaning }: { meaning: Shelf['meaning'] }) {
  const { meaning: text } = useKnowledgeText()
  const models = useModels()
  const setModel = useSetModel(text.chosen)
  const { model } = meaning
  const embedding = (models.data ?? []).filter(({ kind }) => kind === 'embedding').map(({ name }) => name)
  // One that was deleted is still what is chosen.
  const names = model === null || embedding.includes(model) ? embedding : [model, ...embedding]
  return (
    <SectionCard title={text.title} description={text.body}>
      {names.length === 0 && models.data && (
        <p className="text-sm text-ink-soft">
          {text.noModel}{' '}
          <Link to="/models" className="font-medium text-accent underline underline-offset-2">
            {text.toModels}
          </Link>
        </p>
      )}
      {names.length > 0 && (
        <Field label={text.model}>
          {(control) => (
            <Select
              {...control}
              className="max-w-80"
              value={model ?? ''}
              disabled={setModel.isPending}
              onChange={({ target }) => setModel.mutate(target.value === '' ? null : target.value)}
            >
              <option value="">{text.none}</option>
              {names.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <Progress meaning={meaning} />
    </SectionCard>
  )
}
