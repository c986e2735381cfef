import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { MAX_LABEL_CHARS } from '../../../../contract/conversations/label-colours.ts'
import { api, queries } from '../../../app/api.ts'
import { useMay } from '../../../app/workspace.ts'
import { useText } from '../../../i18n/language.tsx'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/field.tsx'
import { Dialog, DialogActions } from '../../../ui/messages/dialog.tsx'
import { ErrorState, LoadingRows } from '../../../ui/messages/states.tsx'
import { useLabels } from '../../labels/label-data.ts'
import { useWhatsappLabelAct, useWhatsappLabels, type WhatsappLabel } from './whatsapp-label-data.ts'
import { useWhatsappText } from './whatsapp-text.ts'

interface LinkProps {
  clientId: string
  label: WhatsappLabel
}

/** What was chosen: a label of the team, one that is made for it, or none. */
type Choice = { kind: 'label'; id: string; name: string } | { kind: 'new'; name: string } | { kind: 'none' }

const NEW = 'new'

/** What linking brings over, which is told before. */
function Told({
  clientId,
  labelId,
  workspaceLabelId,
}: {
  clientId: string
  labelId: string
  workspaceLabelId: string
}) {
  const text = useWhatsappText()
  const input = { clientId, labelId, workspaceLabelId }
  const counts = useQuery(queries.whatsappLabels.compare.queryOptions({ input, staleTime: 0 }))
  if (counts.isError) return <ErrorState error={counts.error} onRetry={() => void counts.refetch()} />
  if (!counts.data) return <LoadingRows rows={2} />
  const { both, toWhatsapp, toConversations, withoutConversation } = counts.data
  return (
    <ul className="list-disc space-y-1 ps-5 text-sm">
      <li>{text.link.both(both)}</li>
      <li>{text.link.toWhatsapp(toWhatsapp)}</li>
      <li>{text.link.toConversations(toConversations)}</li>
      {withoutConversation > 0 && <li>{text.link.later(withoutConversation)}</li>}
    </ul>
  )
}

function LinkDialog({
  clientId,
  label,
  choice,
  onClose,
}: LinkProps & { choice: Choice; onClose: () => void }) {
  const text = useWhatsappText()
  const { shell } = useText()
  const cache = useQueryClient()
  const act = useWhatsappLabelAct(() => {
    onClose()
    void cache.invalidateQueries({ queryKey: queries.labels.key() })
  })
  const { id: labelId, name } = label
  const perform = async () => {
    if (choice.kind === 'none') return api.whatsappLabels.unlink({ clientId, labelId })
    const { id } = choice.kind === 'label' ? choice : await api.labels.create({ name: choice.name })
    return api.whatsappLabels.link({ clientId, labelId, workspaceLabelId: id })
  }
  const isEnd = choice.kind === 'none'
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={isEnd ? text.link.endTitle(name) : text.link.title(name, choice.name)}
      description={isEnd ? text.link.endBody : text.link.body}
    >
      {choice.kind === 'label' && <Told clientId={clientId} labelId={labelId} workspaceLabelId={choice.id} />}
      {choice.kind === 'new' && <p className="text-sm">{text.link.made(choice.name, label.chats)}</p>}
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {shell.cancel}
        </Button>
        <Button busy={act.isPending} onClick={() => act.mutate(perform)}>
          {isEnd ? text.link.end : text.link.action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** What is still to reach the phone. */
function Open({ clientId, label }: LinkProps) {
  const text = useWhatsappText()
  const act = useWhatsappLabelAct()
  const { id: labelId, workspaceLabelId, waiting, failed } = label
  if (workspaceLabelId === null || waiting + failed === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2 text-xs text-ink-soft">
      {waiting > 0 && <p>{text.link.waiting(waiting)}</p>}
      {failed > 0 && (
        <>
          <p className="text-bad">{text.link.failed(failed)}</p>
          <Button
            variant="secondary"
            size="small"
            busy={act.isPending}
            onClick={() => act.mutate(() => api.whatsappLabels.link({ clientId, labelId, workspaceLabelId }))}
          >
            {text.link.again}
          </Button>
        </>
      )}
    </div>
  )
}

/** With which label of the team a label of WhatsApp is linked, which owners and admins choose. */
export function LabelLink({ clientId, label }: LinkProps) {
  const text = useWhatsappText()
  const mayManage = useMay()('manage')
  const field = useId()
  const [choice, setChoice] = useState<Choice>()
  const ofTeam = useLabels().data ?? []
  const { labels } = useWhatsappLabels(clientId)
  const taken = new Set(labels.filter(({ id }) => id !== label.id).map((one) => one.workspaceLabelId))
  const linked = ofTeam.find(({ id }) => id === label.workspaceLabelId)
  if (!mayManage)
    return linked ? <p className="text-xs text-ink-soft">{text.link.with(linked.name)}</p> : null
  const newName = label.name.trim().slice(0, MAX_LABEL_CHARS)
  const isNew = !ofTeam.some(({ name }) => name.toLowerCase() === newName.toLowerCase())
  const choose = (value: string) => {
    const found = ofTeam.find(({ id }) => id === value)
    if (found) setChoice({ kind: 'label', id: found.id, name: found.name })
    else setChoice(value === NEW ? { kind: 'new', name: newName } : { kind: 'none' })
  }
  return (
    <div className="space-y-1">
      <div className="flex items-center gap-2 text-sm">
        <label htmlFor={field} className="shrink-0 text-ink-soft">
          {text.link.field}
        </label>
        <Select
          id={field}
          aria-label={text.link.of(label.name)}
          value={label.workspaceLabelId ?? ''}
          onChange={({ target }) => choose(target.value)}
        >
          <option value="">{text.link.none}</option>
          {ofTeam.map(({ id, name }) => (
            // A link is ended before another is made.
            <option
              key={id}
              value={id}
              disabled={taken.has(id) || (linked !== undefined && id !== linked.id)}
            >
              {name}
            </option>
          ))}
          {isNew && linked === undefined && <option value={NEW}>{text.link.newOne(newName)}</option>}
        </Select>
      </div>
      <Open clientId={clientId} label={label} />
      {choice && (
        <LinkDialog clientId={clientId} label={label} choice={choice} onClose={() => setChoice(undefined)} />
      )}
    </div>
  )
}
