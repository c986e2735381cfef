import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field, Input, TextArea } from '../../ui/field.tsx'
import { useEditorText } from '../editor-text.ts'
import type { FlowSimulator, OpenEffect } from '../model/flow-simulator.ts'

const FIRST_BODY = '{}'

/** JSON where it is JSON, else the text. */
function readValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

interface EffectCardProps {
  effect: OpenEffect
  act: (run: (simulator: FlowSimulator) => void) => void
}

/** What another system, or a script, answers: nothing is called from here, the person makes the answer up. */
export function EffectCard({ effect, act }: EffectCardProps) {
  const { simulator: text } = useEditorText()
  const [status, setStatus] = useState('200')
  const [body, setBody] = useState(FIRST_BODY)
  const { kind, summary } = effect
  const answer = (event: FormEvent) => {
    event.preventDefault()
    const value = readValue(body)
    const result = kind === 'http' ? { status: Number(status), headers: {}, body: value } : { value }
    act((simulator) => simulator.answerEffect(kind, result))
  }
  const fail = () => act((simulator) => simulator.answerEffect(kind, { error: 'TIMEOUT' }))
  return (
    <form onSubmit={answer} className="space-y-3 border-t border-line bg-sunken/60 p-4">
      <div>
        <p className="text-sm font-medium">{kind === 'http' ? text.httpTitle : text.codeTitle}</p>
        <pre className="mt-1 max-h-24 overflow-auto text-xs whitespace-pre-wrap text-ink-soft">{summary}</pre>
      </div>
      {kind === 'http' && (
        <Field label={text.status}>
          {(control) => (
            <Input
              {...control}
              type="number"
              className="h-9 w-28 text-sm"
              value={status}
              onChange={(event) => setStatus(event.target.value)}
            />
          )}
        </Field>
      )}
      <Field label={kind === 'http' ? text.body : text.value}>
        {(control) => (
          <TextArea
            {...control}
            spellCheck={false}
            className="min-h-20 font-mono text-xs"
            value={body}
            onChange={(event) => setBody(event.target.value)}
          />
        )}
      </Field>
      <div className="flex gap-2">
        <Button type="submit" size="small">
          {text.answer}
        </Button>
        <Button size="small" variant="secondary" onClick={fail}>
          {text.fail}
        </Button>
      </div>
    </form>
  )
}
