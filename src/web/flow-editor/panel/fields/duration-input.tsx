import { useState } from 'react'
import { Input, Select } from '../../../ui/field.tsx'
import { useEditorText } from '../../editor-text.ts'
import type { ControlProps } from '../field-text.ts'

const UNITS = { s: 1, min: 60, h: 3_600, d: 86_400 } as const
type Unit = keyof typeof UNITS

/** The largest unit that says a number of seconds exactly. */
function unitOf(seconds: number | undefined): Unit {
  if (!seconds) return 'min'
  return (['d', 'h', 'min', 's'] as const).find((unit) => seconds % UNITS[unit] === 0) ?? 's'
}

interface DurationInputProps {
  control: ControlProps
  value: number | undefined
  onChange: (seconds: number | undefined) => void
}

/** A time as a number and its unit; kept in seconds. */
export function DurationInput({ control, value, onChange }: DurationInputProps) {
  const { panel } = useEditorText()
  const [unit, setUnit] = useState(() => unitOf(value))
  return (
    <div className="flex gap-2">
      <Input
        {...control}
        type="number"
        min={0}
        step="any"
        className="h-9 text-sm"
        value={value === undefined ? '' : value / UNITS[unit]}
        placeholder={panel.none}
        onChange={({ target }) =>
          onChange(target.value === '' ? undefined : Math.round(Number(target.value) * UNITS[unit]))
        }
      />
      <Select
        aria-label={panel.unit}
        className="h-9 w-32 text-sm"
        value={unit}
        onChange={({ target }) => {
          const next = target.value as Unit
          setUnit(next)
          if (value !== undefined) onChange(Math.round((value / UNITS[unit]) * UNITS[next]))
        }}
      >
        {(['s', 'min', 'h', 'd'] as const).map((name) => (
          <option key={name} value={name}>
            {panel.units[name]}
          </option>
        ))}
      </Select>
    </div>
  )
}
