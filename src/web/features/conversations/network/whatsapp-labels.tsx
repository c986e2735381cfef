import { Check, Settings2, Tag } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { api } from '../../../app/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.tsx'
import { ErrorState } from '../../../ui/messages/states.tsx'
import type { ConversationPlace } from '../contact-changes.ts'
import { ColourDot, WhatsappChip } from './whatsapp-chip.tsx'
import { useLabelsOfChat, useWhatsappLabelAct, useWhatsappLabels } from './whatsapp-label-data.ts'
import { useWhatsappText } from './whatsapp-text.ts'

const WhatsappLabelsDialog = lazy(async () => ({
  default: (await import('./whatsapp-labels-dialog.tsx')).WhatsappLabelsDialog,
}))

/** The labels that WhatsApp itself keeps of a chat. */
export function WhatsappLabels(place: ConversationPlace) {
  const { clientId, jid: target } = place
  const text = useWhatsappText()
  const { list, labels } = useWhatsappLabels(clientId)
  const { list: places, has, messages } = useLabelsOfChat(place)
  const act = useWhatsappLabelAct()
  const [isManaging, setManaging] = useState(false)
  // Without knowing what the chat has, a choice would put on what is to come off.
  const failed = [list, places].find(({ isError }) => isError)
  if (failed?.error) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
  const isReading = list.isPending || places.isPending
  const shown = labels.filter(({ id }) => has(id) || messages(id) > 0)
  return (
    <div className="space-y-2">
      {shown.length > 0 && (
        <ul aria-label={text.labels} className="flex flex-wrap gap-1.5">
          {shown.map((label) => (
            <li key={label.id} className="inline-flex max-w-full">
              <WhatsappChip label={label}>
                {messages(label.id) > 0 && (
                  <span className="text-ink-soft">{text.labelledMessages(messages(label.id))}</span>
                )}
              </WhatsappChip>
            </li>
          ))}
        </ul>
      )}
      <Menu
        align="start"
        trigger={
          <Button right="talk" variant="secondary" size="small" busy={act.isPending || isReading}>
            <Tag aria-hidden />
            {text.label}
          </Button>
        }
      >
        {labels.length === 0 && <p className="max-w-60 px-2.5 py-2 text-sm text-ink-soft">{text.noLabels}</p>}
        {labels.map(({ id: labelId, name, colour }) => (
          <MenuItem
            key={labelId}
            onSelect={() =>
              act.mutate(() => api.whatsappLabels.put({ clientId, target, labelId, labelled: !has(labelId) }))
            }
          >
            <ColourDot colour={colour} />
            <span dir="auto" className="max-w-52 flex-1 truncate">
              {name}
            </span>
            {has(labelId) && <Check role="img" aria-label={text.hasLabel} />}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem onSelect={() => setManaging(true)}>
          <Settings2 aria-hidden />
          {text.manageLabels}
        </MenuItem>
      </Menu>
      {isManaging && (
        <Suspense>
          <WhatsappLabelsDialog clientId={clientId} onClose={() => setManaging(false)} />
        </Suspense>
      )}
    </div>
  )
}
