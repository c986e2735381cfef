import { LabelChip } from './label-chip.tsx'
import { useLabels } from './label-data.ts'
import { useLabelsText } from './labels-text.ts'

const MOST_SHOWN = 2

/** The labels of a conversation in a list, where there is little room. */
export function LabelChips({ names }: { names: readonly string[] }) {
  const text = useLabelsText()
  const { data } = useLabels()
  const colourOf = new Map(data?.map(({ name, colour }) => [name, colour]))
  const rest = names.length - MOST_SHOWN
  return (
    <span className="flex max-w-[55%] shrink-0 items-center gap-1" title={names.join(', ')}>
      <span className="sr-only">{text.has(names.join(', '))}</span>
      <span aria-hidden className="flex min-w-0 items-center gap-1">
        {names.slice(0, MOST_SHOWN).map((name) => (
          <LabelChip key={name} name={name} colour={colourOf.get(name) ?? 'grey'} className="max-w-20" />
        ))}
        {rest > 0 && <span className="text-xs text-ink-soft">+{rest}</span>}
      </span>
    </span>
  )
}
