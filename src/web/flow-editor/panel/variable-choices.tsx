import { classes } from '../../ui/classes.ts'
import { useEditorText } from '../editor-text.ts'
import type { VariableEntry } from '../model/variables.ts'
import { useSamples } from './use-samples.ts'

type Source = VariableEntry['source']

const SOURCES: readonly Source[] = ['flow', 'contact', 'message', 'other']

interface VariableChoicesProps {
  listId: string
  /** In the order of their groups. */
  entries: readonly VariableEntry[]
  /** The place of the marked one. */
  active: number
  onChoose: (name: string) => void
}

interface ChoiceProps {
  id: string
  name: string
  sample: string | undefined
  isActive: boolean
  onChoose: (name: string) => void
}

function Choice({ id, name, sample, isActive, onChoose }: ChoiceProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above it takes the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      ref={(element) => {
        if (isActive) element?.scrollIntoView({ block: 'nearest' })
      }}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(name)}
      className={classes(
        'flex cursor-pointer justify-between gap-3 rounded-md px-2 py-1 text-[0.8125rem]',
        isActive && 'bg-sunken',
      )}
    >
      <code className="max-w-[60%] shrink-0 truncate">{name}</code>
      {sample !== undefined && <span className="min-w-0 truncate text-xs text-ink-soft">{sample}</span>}
    </div>
  )
}

/** What a text can insert, by where it comes from, with what each held in the last run. */
export function VariableChoices({ listId, entries, active, onChoose }: VariableChoicesProps) {
  const { panel } = useEditorText()
  const isOpen = entries.length > 0
  const samples = useSamples(isOpen)
  const marked = Math.min(active, entries.length - 1)
  return (
    <div
      id={listId}
      role="listbox"
      aria-label={panel.variables}
      className={classes(
        'absolute inset-x-0 top-full z-40 mt-1 max-h-64 overflow-y-auto rounded-lg border border-line bg-surface p-1 shadow-raised',
        !isOpen && 'hidden',
      )}
    >
      {SOURCES.filter((source) => entries.some((entry) => entry.source === source)).map((source) => (
        // biome-ignore lint/a11y/useSemanticElements: a list of choices has groups, and no fieldsets
        <div key={source} role="group" aria-label={panel.variableSources[source]}>
          <p aria-hidden className="px-2 pt-1 text-xs font-medium text-ink-soft">
            {panel.variableSources[source]}
          </p>
          {entries.map(
            ({ name, source: own }, index) =>
              own === source && (
                <Choice
                  key={name}
                  id={`${listId}-${index}`}
                  name={name}
                  sample={samples.get(name)}
                  isActive={index === marked}
                  onChoose={onChoose}
                />
              ),
          )}
        </div>
      ))}
      {samples.size > 0 && (
        <p aria-hidden className="px-2 py-1 text-xs text-ink-soft">
          {panel.samplesHint}
        </p>
      )}
    </div>
  )
}
