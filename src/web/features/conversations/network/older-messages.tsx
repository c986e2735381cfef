import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import { api, queries } from '../../../app/api.ts'
import { Button } from '../../../ui/button.tsx'
import { useNotify } from '../../../ui/messages/notify.ts'
import type { ConversationPlace } from '../contact-changes.ts'
import { useWhatsappText } from './whatsapp-text.ts'

/** Where the messages that are here begin: the phone may have older ones. What it answers is told by an event. */
export function OlderMessages({ clientId, jid }: ConversationPlace) {
  const text = useWhatsappText()
  const client = useQueryClient()
  const notify = useNotify()
  const [isAsked, setAsked] = useState(false)
  const asked = queries.chat.getHistory.queryOptions({ input: { clientId, jid } })
  const { data } = useQuery({ ...asked, enabled: isAsked })
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.chat.fetchHistory({ clientId, target: jid }),
    onError: notify.failed,
    onSuccess: (request) => {
      client.setQueryData(asked.queryKey, { request })
      setAsked(true)
    },
  })
  const request = isAsked ? data?.request : null
  if (request?.isAll) return <p className="py-2 text-center text-sm text-ink-soft">{text.noOlder}</p>
  const isWaiting = isPending || request?.state === 'asked'
  return (
    <div className="flex flex-col items-center gap-1 py-2 text-center" aria-live="polite">
      <Button right="talk" variant="quiet" size="small" busy={isWaiting} onClick={() => mutate()}>
        <History aria-hidden />
        {text.older}
      </Button>
      {request?.state === 'asked' && <p className="text-sm text-ink-soft">{text.asked}</p>}
      {request?.state === 'failed' && <p className="text-sm text-warn">{text.failed}</p>}
    </div>
  )
}
