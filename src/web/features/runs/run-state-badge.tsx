import { useText } from '../../i18n/language.tsx'
import { Badge } from '../../ui/badge.tsx'
import { type RunState, toneOf } from './run-data.ts'

export function RunStateBadge({ state }: { state: RunState }) {
  const { runs: text } = useText()
  return (
    <Badge tone={toneOf(state)} dot={state === 'running' ? 'moving' : 'still'}>
      {text.states[state]}
    </Badge>
  )
}
