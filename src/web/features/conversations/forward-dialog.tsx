import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { queries } from '../../app/api.ts'
import { useReadable } from '../../i18n/addresses.ts'
import { useText } from '../../i18n/language.tsx'
import { Input } from '../../ui/field.tsx'
import { Dialog } from '../../ui/messages/dialog.tsx'
import { ErrorState, LoadingRows } from '../../ui/messages/states.tsx'

interface ForwardDialogProps {
  clientId: string
  onChoose: (jid: string) => void
  onClose: () => void
}

/** Whom a message is passed on to. */
export function ForwardDialog({ clientId, onChoose, onClose }: ForwardDialogProps) {
  const readable = useReadable()
  const { chat: text } = useText()
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const list = useQuery(
    queries.chat.listConversations.queryOptions({
      input: { clientId, limit: 20, ...(search && { search }) },
      placeholderData: (before) => before,
    }),
  )
  return (
    <Dialog open onOpenChange={onClose} title={text.forwardTo}>
      <Input
        type="search"
        aria-label={text.search}
        placeholder={text.search}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {list.isPending && <LoadingRows rows={3} />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      <ul className="mt-3 max-h-80 overflow-y-auto">
        {list.data?.conversations.map(({ jid, displayName }) => (
          <li key={jid}>
            <button
              type="button"
              dir="auto"
              onClick={() => onChoose(jid)}
              className="w-full truncate rounded-lg px-3 py-2 text-start hover:bg-sunken"
            >
              {displayName ?? readable(jid)}
            </button>
          </li>
        ))}
      </ul>
      {list.data?.conversations.length === 0 && (
        <p className="py-4 text-sm text-ink-soft">{text.nothingFound}</p>
      )}
    </Dialog>
  )
}
