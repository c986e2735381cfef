import { Field, Select } from '../../../ui/field.tsx'

interface FailureChoiceProps {
  label: string
  failures: readonly string[]
  value: string
  onChoose: (failure: string) => void
}

/** With which code what was asked is to fail. */
export function FailureChoice({ label, failures, value, onChoose }: FailureChoiceProps) {
  return (
    <Field label={label}>
      {(control) => (
        <Select {...control} value={value} onChange={(event) => onChoose(event.target.value)}>
          {failures.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
