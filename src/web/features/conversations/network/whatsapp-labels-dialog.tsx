import { useState } from 'react'
import { api } from '../../../app/api.ts'
import { useMay } from '../../../app/workspace.ts'
import { Select } from '../../../ui/field.tsx'
import { Dialog } from '../../../ui/messages/dialog.tsx'
import { ErrorState, LoadingRows } from '../../../ui/messages/states.tsx'
import { LabelForm, NewLabelForm } from '../../labels/label-form.tsx'
import { LabelLink } from './label-link.tsx'
import { WHATSAPP_PALETTE } from './label-palette.ts'
import { useWhatsappLabelAct, useWhatsappLabels, type WhatsappLabel } from './whatsapp-label-data.ts'
import { useWhatsappText } from './whatsapp-text.ts'

const MAX_CHARS = 100

interface ColourProps {
  label: string
  colour: number
  onColour: (colour: number) => void
}

/** WhatsApp's colours have no names: they are numbered, and shown. */
function ColourSelect({ label, colour, onColour }: ColourProps) {
  const text = useWhatsappText()
  return (
    <span className="flex shrink-0 items-center gap-1.5">
      <span
        aria-hidden
        className="size-4 rounded-full border border-black/20"
        style={{ backgroundColor: WHATSAPP_PALETTE[colour] }}
      />
      <Select
        aria-label={text.colourOf(label)}
        className="w-28"
        value={colour}
        onChange={({ target }) => onColour(Number(target.value))}
      >
        {WHATSAPP_PALETTE.map((hex, at) => (
          <option key={hex} value={at}>
            {text.colour(at + 1)}
          </option>
        ))}
      </Select>
    </span>
  )
}

function LabelRow({ clientId, label }: { clientId: string; label: WhatsappLabel }) {
  const text = useWhatsappText()
  const mayManage = useMay()('manage')
  const act = useWhatsappLabelAct()
  const { id: labelId, name, colour } = label
  const save = (change: { name?: string; colour?: number }, undo?: () => void) =>
    act.mutate(() => api.whatsappLabels.update({ clientId, labelId, ...change }), undo && { onError: undo })
  return (
    <li className="space-y-1">
      {mayManage && !label.isFixed ? (
        <LabelForm
          name={name}
          maxChars={MAX_CHARS}
          words={{
            name: text.nameOf(name),
            remove: text.removeLabel(name),
            removeTitle: text.removeLabelTitle(name),
            removeBody: text.removeLabelBody,
            removeAction: text.removeLabelAction,
          }}
          colour={<ColourSelect label={name} colour={colour} onColour={(next) => save({ colour: next })} />}
          busy={act.isPending}
          onName={(next, undo) => save({ name: next }, undo)}
          onRemove={(done) =>
            act.mutate(() => api.whatsappLabels.delete({ clientId, labelId }), { onSuccess: done })
          }
        />
      ) : (
        <p dir="auto">{name}</p>
      )}
      <p className="text-xs text-ink-soft">{text.onChats(label.chats)}</p>
      <LabelLink clientId={clientId} label={label} />
    </li>
  )
}

function NewLabel({ clientId, count }: { clientId: string; count: number }) {
  const text = useWhatsappText()
  const [chosen, setChosen] = useState<number>()
  const act = useWhatsappLabelAct(() => setChosen(undefined))
  const colour = chosen ?? count % WHATSAPP_PALETTE.length
  return (
    <NewLabelForm
      maxChars={MAX_CHARS}
      words={{ name: text.newLabel, add: text.addLabel }}
      colour={<ColourSelect label={text.newLabel} colour={colour} onColour={setChosen} />}
      busy={act.isPending}
      onAdd={(name, done) =>
        act.mutate(() => api.whatsappLabels.create({ clientId, name, colour }), { onSuccess: done })
      }
    />
  )
}

/** The labels of an account on WhatsApp; the team's own have a dialog of their own. */
export function WhatsappLabelsDialog({ clientId, onClose }: { clientId: string; onClose: () => void }) {
  const text = useWhatsappText()
  const { list, labels } = useWhatsappLabels(clientId)
  return (
    <Dialog open onOpenChange={onClose} title={text.labelsTitle} description={text.labelsHint}>
      {list.isPending && <LoadingRows rows={3} />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && labels.length === 0 && <p className="text-sm text-ink-soft">{text.noLabels}</p>}
      <ul aria-label={text.labels} className="space-y-3">
        {labels.map((label) => (
          <LabelRow key={`${label.id} ${label.name}`} clientId={clientId} label={label} />
        ))}
      </ul>
      {list.data && <NewLabel clientId={clientId} count={labels.length} />}
    </Dialog>
  )
}
