import { useEffect } from 'react'
import { Select } from '../../ui/field.tsx'
import { useLabelledCounts, useLabels } from './label-data.ts'
import { useLabelsText } from './labels-text.ts'

interface LabelFilterProps {
  clientId: string | undefined
  label: string | undefined
  onLabel: (label: string | undefined) => void
}

/** Only conversations with one label, with how many of them are open; not there while there are no labels. */
export function LabelFilter({ clientId, label, onLabel }: LabelFilterProps) {
  const text = useLabelsText()
  const { data } = useLabels()
  const labels = data ?? []
  const isGone = label !== undefined && data !== undefined && !data.some(({ id }) => id === label)
  useEffect(() => {
    if (isGone) onLabel(undefined)
  })
  const counts = new Map(useLabelledCounts(clientId)?.map(({ labelId, open }) => [labelId, open]))
  if (labels.length === 0 && label === undefined) return null
  return (
    <Select
      aria-label={text.filter}
      value={label ?? ''}
      onChange={({ target }) => onLabel(target.value || undefined)}
    >
      <option value="">{text.any}</option>
      {labels.map(({ id, name }) => (
        <option key={id} value={id}>
          {text.counted(name, counts.get(id) ?? 0)}
        </option>
      ))}
    </Select>
  )
}
