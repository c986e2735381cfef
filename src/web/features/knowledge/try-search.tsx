import { useMutation } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { MAX_KNOWLEDGE_QUESTION_CHARS } from '../../../core/knowledge.ts'
import { queries } from '../../app/api.ts'
import { Button } from '../../ui/button.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { useEffectWords, useKnowledgeText } from './knowledge-text.ts'
import { PieceList } from './piece-list.tsx'

/** Shows what a question finds, as a flow would find it. */
export function TrySearch() {
  const { search } = useKnowledgeText()
  const words = useEffectWords()
  const notify = useNotify()
  const [question, setQuestion] = useState('')
  const find = useMutation(queries.knowledge.search.mutationOptions({ onError: notify.failed }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (question.trim() !== '') find.mutate({ question: question.trim() })
  }
  return (
    <SectionCard title={search.title} description={search.body}>
      <form onSubmit={submit} className="mb-4 flex flex-wrap items-end gap-3">
        <div className="min-w-60 flex-1">
          <Field label={search.question}>
            {(control) => (
              <Input
                {...control}
                maxLength={MAX_KNOWLEDGE_QUESTION_CHARS}
                value={question}
                onChange={(event) => setQuestion(event.target.value)}
              />
            )}
          </Field>
        </div>
        <Button type="submit" variant="secondary" busy={find.isPending}>
          {!find.isPending && <Search aria-hidden />}
          {search.action}
        </Button>
      </form>
      <div aria-live="polite">
        {find.data?.meaning?.problem != null && (
          <p className="mb-3 text-sm text-warn">
            {search.byWordsAlone(words[find.data.meaning.problem] ?? find.data.meaning.problem)}
          </p>
        )}
        {find.data?.pieces.length === 0 && <p className="text-sm text-ink-soft">{search.nothing}</p>}
        {find.data && (
          <PieceList
            pieces={find.data.pieces}
            keyOf={({ documentId, ordinal }) => `${documentId} ${ordinal}`}
            titleOf={({ title }) => title}
            badgeOf={({ foundBy }) => (find.data.meaning ? search.foundBy[foundBy] : null)}
          />
        )}
      </div>
    </SectionCard>
  )
}
