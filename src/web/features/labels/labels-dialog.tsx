import { useState } from 'react'
import {
  LABEL_COLOURS,
  type LabelColour,
  MAX_LABEL_CHARS,
} from '../../../contract/conversations/label-colours.ts'
import { api } from '../../app/api.ts'
import { useMay } from '../../app/workspace.ts'
import { Select } from '../../ui/field.tsx'
import { Dialog } from '../../ui/messages/dialog.tsx'
import { LoadingRows } from '../../ui/messages/states.tsx'
import { LabelChip } from './label-chip.tsx'
import { type Label, useLabelAct, useLabels } from './label-data.ts'
import { LabelForm, NewLabelForm } from './label-form.tsx'
import { useLabelsText } from './labels-text.ts'

interface ColourSelectProps {
  of: string
  colour: LabelColour
  onColour: (colour: LabelColour) => void
}

function ColourSelect({ of, colour, onColour }: ColourSelectProps) {
  const text = useLabelsText()
  return (
    <Select
      aria-label={text.colourOf(of)}
      className="w-32 shrink-0"
      value={colour}
      onChange={({ target }) => onColour(LABEL_COLOURS.find((one) => one === target.value) ?? 'grey')}
    >
      {LABEL_COLOURS.map((one) => (
        <option key={one} value={one}>
          {text.colours[one]}
        </option>
      ))}
    </Select>
  )
}

/** One label, which owners and admins name, colour and delete. */
function LabelRow({ label }: { label: Label }) {
  const text = useLabelsText()
  const mayManage = useMay()('manage')
  const change = useLabelAct()
  const { id, name, colour } = label
  if (!mayManage) {
    return (
      <li>
        <LabelChip name={name} colour={colour} />
      </li>
    )
  }
  const save = (next: Partial<Pick<Label, 'name' | 'colour'>>, undo?: () => void) =>
    change.mutate(() => api.labels.update({ id, name, colour, ...next }), undo && { onError: undo })
  return (
    <li>
      <LabelForm
        name={name}
        maxChars={MAX_LABEL_CHARS}
        words={{
          name: text.nameOf(name),
          remove: text.removeNamed(name),
          removeTitle: text.removeTitle(name),
          removeBody: text.removeBody,
          removeAction: text.remove,
        }}
        colour={<ColourSelect of={name} colour={colour} onColour={(next) => save({ colour: next })} />}
        busy={change.isPending}
        onName={(next, undo) => save({ name: next }, undo)}
        onRemove={(done) => change.mutate(() => api.labels.delete({ id }), { onSuccess: done })}
      />
    </li>
  )
}

function NewLabel({ count }: { count: number }) {
  const text = useLabelsText()
  const [chosen, setChosen] = useState<LabelColour>()
  const create = useLabelAct(() => setChosen(undefined))
  const colour = chosen ?? LABEL_COLOURS[count % LABEL_COLOURS.length] ?? 'grey'
  return (
    <NewLabelForm
      maxChars={MAX_LABEL_CHARS}
      words={{ name: text.newName, add: text.create }}
      colour={<ColourSelect of={text.newName} colour={colour} onColour={setChosen} />}
      busy={create.isPending}
      onAdd={(name, done) => create.mutate(() => api.labels.create({ name, colour }), { onSuccess: done })}
    />
  )
}

/** All labels of the workspace. */
export function LabelsDialog({ onClose }: { onClose: () => void }) {
  const text = useLabelsText()
  const labels = useLabels()
  const rows = labels.data ?? []
  return (
    <Dialog open onOpenChange={onClose} title={text.title} description={text.intro}>
      {labels.isPending && <LoadingRows rows={2} />}
      <ul aria-label={text.title} className="space-y-2">
        {rows.map((label) => (
          <LabelRow key={`${label.id} ${label.updatedAt}`} label={label} />
        ))}
      </ul>
      <NewLabel count={rows.length} />
    </Dialog>
  )
}
