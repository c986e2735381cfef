import { Badge } from '../../ui/badge.tsx'
import { type RunState, toneOf } from './run-data.ts'
import { useRunsText } from './runs-text.ts'

export function RunStateBadge({ state }: { state: RunState }) {
  const text = useRunsText()
  return (
    <Badge tone={toneOf(state)} dot={state === 'running' ? 'moving' : 'still'}>
      {text.states[state]}
    </Badge>
  )
}
