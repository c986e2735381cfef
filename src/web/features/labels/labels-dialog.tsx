import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import {
  LABEL_COLOURS,
  type LabelColour,
  MAX_LABEL_CHARS,
} from '../../../contract/conversations/label-colours.ts'
import { api } from '../../app/api.ts'
import { useMay } from '../../app/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { Input, Select } from '../../ui/field.tsx'
import { ConfirmDialog } from '../../ui/messages/confirm-dialog.tsx'
import { Dialog } from '../../ui/messages/dialog.tsx'
import { LoadingRows } from '../../ui/messages/states.tsx'
import { LabelChip } from './label-chip.tsx'
import { type Label, useLabelAct, useLabels } from './label-data.ts'
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
  const [isRemoving, setRemoving] = useState(false)
  const [name, setName] = useState(label.name)
  const change = useLabelAct()
  const { id, colour } = label
  const save = (next: Partial<Pick<Label, 'name' | 'colour'>>): void => {
    const whole = { id, name: label.name, colour, ...next }
    if (whole.name === '') setName(label.name)
    else if (whole.name !== label.name || whole.colour !== colour)
      change.mutate(() => api.labels.update(whole), { onError: () => setName(label.name) })
  }
  if (!mayManage) {
    return (
      <li>
        <LabelChip name={label.name} colour={colour} />
      </li>
    )
  }
  return (
    <li className="flex items-center gap-2">
      <Input
        aria-label={text.nameOf(label.name)}
        maxLength={MAX_LABEL_CHARS}
        value={name}
        onChange={({ target }) => setName(target.value)}
        onBlur={() => save({ name: name.trim() })}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      />
      <ColourSelect of={label.name} colour={colour} onColour={(next) => save({ colour: next })} />
      <Button
        variant="quiet"
        size="icon"
        aria-label={text.removeNamed(label.name)}
        onClick={() => setRemoving(true)}
      >
        <Trash2 aria-hidden />
      </Button>
      {isRemoving && (
        <ConfirmDialog
          open
          onOpenChange={() => setRemoving(false)}
          title={text.removeTitle(label.name)}
          description={text.removeBody}
          action={text.remove}
          busy={change.isPending}
          onConfirm={() =>
            change.mutate(() => api.labels.delete({ id }), { onSuccess: () => setRemoving(false) })
          }
        />
      )}
    </li>
  )
}

function NewLabel({ count }: { count: number }) {
  const text = useLabelsText()
  const [name, setName] = useState('')
  const [colour, setColour] = useState<LabelColour>()
  const create = useLabelAct(() => {
    setName('')
    setColour(undefined)
  })
  const shown = colour ?? LABEL_COLOURS[count % LABEL_COLOURS.length] ?? 'grey'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim()) create.mutate(() => api.labels.create({ name: name.trim(), colour: shown }))
  }
  return (
    <form onSubmit={submit} className="mt-4 flex items-center gap-2">
      <Input
        aria-label={text.newName}
        placeholder={text.newName}
        maxLength={MAX_LABEL_CHARS}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <ColourSelect of={text.newName} colour={shown} onColour={setColour} />
      <Button type="submit" variant="secondary" busy={create.isPending}>
        {text.create}
      </Button>
    </form>
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
