import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { api } from '../../../app/api.ts'
import { useMay } from '../../../app/workspace.ts'
import { Button } from '../../../ui/button.tsx'
import { Input, Select } from '../../../ui/field.tsx'
import { ConfirmDialog } from '../../../ui/messages/confirm-dialog.tsx'
import { Dialog } from '../../../ui/messages/dialog.tsx'
import { ErrorState, LoadingRows } from '../../../ui/messages/states.tsx'
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
  const [name, setName] = useState(label.name)
  const [isRemoving, setRemoving] = useState(false)
  const act = useWhatsappLabelAct()
  const { id: labelId } = label
  const save = (change: { name?: string; colour?: number }) =>
    act.mutate(() => api.whatsappLabels.update({ clientId, labelId, ...change }), {
      onError: () => setName(label.name),
    })
  const saveName = () => {
    const next = name.trim()
    if (next === '') setName(label.name)
    else if (next !== label.name) save({ name: next })
  }
  return (
    <li className="space-y-1">
      {mayManage && !label.isFixed ? (
        <div className="flex items-center gap-2">
          <Input
            aria-label={text.nameOf(label.name)}
            maxLength={MAX_CHARS}
            value={name}
            onChange={({ target }) => setName(target.value)}
            onBlur={saveName}
            onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
          />
          <ColourSelect label={label.name} colour={label.colour} onColour={(colour) => save({ colour })} />
          <Button
            variant="quiet"
            size="icon"
            aria-label={text.removeLabel(label.name)}
            onClick={() => setRemoving(true)}
          >
            <Trash2 aria-hidden />
          </Button>
        </div>
      ) : (
        <p dir="auto">{label.name}</p>
      )}
      <p className="text-xs text-ink-soft">{text.onChats(label.chats)}</p>
      {isRemoving && (
        <ConfirmDialog
          open
          onOpenChange={() => setRemoving(false)}
          title={text.removeLabelTitle(label.name)}
          description={text.removeLabelBody}
          action={text.removeLabelAction}
          busy={act.isPending}
          onConfirm={() =>
            act.mutate(() => api.whatsappLabels.delete({ clientId, labelId }), {
              onSuccess: () => setRemoving(false),
            })
          }
        />
      )}
    </li>
  )
}

function NewLabel({ clientId, count }: { clientId: string; count: number }) {
  const text = useWhatsappText()
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<number>()
  const act = useWhatsappLabelAct(() => {
    setName('')
    setChosen(undefined)
  })
  const colour = chosen ?? count % WHATSAPP_PALETTE.length
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim()) act.mutate(() => api.whatsappLabels.create({ clientId, name: name.trim(), colour }))
  }
  return (
    <form onSubmit={submit} className="mt-4 flex flex-wrap items-center gap-2">
      <Input
        className="min-w-40 flex-1"
        aria-label={text.newLabel}
        placeholder={text.newLabel}
        maxLength={MAX_CHARS}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <ColourSelect label={text.newLabel} colour={colour} onColour={setChosen} />
      <Button right="talk" type="submit" variant="secondary" busy={act.isPending}>
        {text.addLabel}
      </Button>
    </form>
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
