import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { toast } from 'sonner'
import { api, queries } from '../../app/api.ts'
import { useReadable } from '../../i18n/addresses.ts'
import { useText } from '../../i18n/language.tsx'
import { Input } from '../../ui/field.tsx'
import { Dialog } from '../../ui/messages/dialog.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import type { InboxMessage } from './chat-data.ts'
import type { ConversationPlace } from './contact-changes.ts'
import { patchThread, readThread } from './conversation-updates.ts'
import { chooseSeen, readListed } from './desk/answered.ts'
import { useTeamText } from './desk/team-text.ts'
import { isAnsweredMeanwhile, useRefresh, useResultSentence } from './thread/compose/composing.ts'

interface ForwardDialogProps extends ConversationPlace {
  entry: InboxMessage
  onClose: () => void
}

/** So long a question about something that was not done yet stays. */
const ASK_MS = 60_000

/** Passes a message on. It waits for a word when somebody else has written there since the conversation, or its line in the list, was read. */
function useForward({ clientId, jid }: ConversationPlace) {
  const client = useQueryClient()
  const notify = useNotify()
  const { chat: text } = useText()
  const team = useTeamText()
  const renderResult = useResultSentence()
  const refresh = useRefresh()
  return async function forward(entry: InboxMessage, to: string, anyway = false): Promise<void> {
    const thread = readThread(client, clientId, to)
    const listed = readListed(client, clientId, to)
    const seen = thread ? chooseSeen(thread) : listed && [listed.id]
    const guard = !anyway && seen && { unlessAnsweredSince: seen }
    const what = { clientId, target: to, messageId: entry.message.id, sourceJid: jid }
    try {
      const result = await api.chat.forwardMessage({ ...what, ...guard })
      if (result.type === 'error') toast.error(text.notDone, { description: renderResult(result) })
      await refresh()
    } catch (error) {
      if (!isAnsweredMeanwhile(error)) return notify.failed(error)
      const action = { label: team.sendAnyway, onClick: () => void forward(entry, to, true) }
      toast.warning(team.answeredThere, { action, duration: ASK_MS })
      await patchThread(client, clientId, to)
    }
  }
}

/** Whom a message is passed on to. */
export function ForwardDialog({ clientId, jid: from, entry, onClose }: ForwardDialogProps) {
  const forward = useForward({ clientId, jid: from })
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
              onClick={() => {
                onClose()
                void forward(entry, jid)
              }}
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
