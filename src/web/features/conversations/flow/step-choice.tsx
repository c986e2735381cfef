import { useId } from 'react'
import { classes } from '../../../ui/classes.ts'
import { nameNodeType, useRunWords } from '../../runs/run-words.ts'
import { useFlowDeskText } from './flow-text.ts'

export interface ChoosableStep {
  nodeId: string
  type: string
  label: string | null
  text: string | null
}

interface StepChoiceProps {
  steps: readonly ChoosableStep[]
  /** Where the run is. */
  here?: string | null
  chosen: string | null
  onChoose: (nodeId: string) => void
}

/** Steps of a flow by their labels, one of which is chosen. */
export function StepChoice({ steps, here = null, chosen, onChoose }: StepChoiceProps) {
  const { resume: text } = useFlowDeskText()
  const words = useRunWords()
  const name = useId()
  return (
    <div role="radiogroup" aria-label={text.title} className="max-h-80 space-y-1 overflow-y-auto">
      {steps.map(({ nodeId, type, label, text: says }) => (
        <label
          key={nodeId}
          className={classes(
            'flex cursor-pointer items-start gap-2.5 rounded-lg border px-3 py-2 hover:bg-sunken',
            chosen === nodeId ? 'border-accent' : 'border-transparent',
          )}
        >
          <input
            type="radio"
            name={name}
            checked={chosen === nodeId}
            onChange={() => onChoose(nodeId)}
            className="mt-1 accent-accent"
          />
          <span className="min-w-0 flex-1">
            <span dir="auto" className="block truncate text-sm font-medium">
              {label ?? nameNodeType(type, words)}
            </span>
            {says !== null && (
              <span dir="auto" className="block truncate text-[0.8125rem] text-ink-soft">
                {says}
              </span>
            )}
            {nodeId === here && <span className="block text-[0.8125rem] text-accent">{text.here}</span>}
          </span>
        </label>
      ))}
    </div>
  )
}
