import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { api, queries } from '../../app/api.ts'
import { readBase64 } from '../../app/base64.ts'
import { useText } from '../../i18n/language.tsx'
import { useServiceSentence } from '../../i18n/service-sentence.ts'
import { useLiveState } from '../../live/live.tsx'
import { useNotify } from '../../ui/notify.ts'
import { type InboxMessage, keyOf } from './chat-data.ts'
import { bringInNewest } from './conversation-updates.ts'
import type { MessageActions } from './message-menu.tsx'

type SendInput = Parameters<typeof api.chat.sendMessage>[0]
type Outgoing = SendInput['message']
type Result = { type: 'success' | 'error'; message: string; error?: string | undefined }

/** A message on its way: what of it is shown meanwhile. */
export interface Underway {
  id: string
  text: string | null
  kind: string
  message: Outgoing
}

const mutationKey = (clientId: string, jid: string) => ['send', clientId, jid]

/** What was done is told by the stream of news; only without it the conversation is read again. */
function useRefresh() {
  const client = useQueryClient()
  const isLive = useLiveState() === 'up'
  return async () => {
    if (!isLive) await client.invalidateQueries({ queryKey: queries.chat.key() })
  }
}

/** Sends into a conversation; several may be on their way, the client's queue keeps their order. */
export function useSend(clientId: string, jid: string) {
  const { chat: text } = useText()
  const notify = useNotify()
  const say = useServiceSentence()
  const client = useQueryClient()
  return useMutation({
    mutationKey: mutationKey(clientId, jid),
    mutationFn: ({ message }: Underway) => api.chat.sendMessage({ clientId, target: jid, message }),
    onError: notify.failed,
    onSuccess(result) {
      if (result.type === 'error')
        toast.error(text.notSent, { description: say(result.error ?? result.message) })
      // It counts as on its way until it stands in the conversation: news of it may come later.
      return bringInNewest(client, clientId, jid)
    },
  })
}

export function useUnderway(clientId: string, jid: string): Underway[] {
  return useMutationState({
    filters: { mutationKey: mutationKey(clientId, jid), status: 'pending' },
    select: (mutation) => mutation.state.variables as Underway,
  })
}

/** Changes of messages that stand in the conversation already. */
export function useMessageChanges(clientId: string, jid: string) {
  const { chat: text } = useText()
  const notify = useNotify()
  const say = useServiceSentence()
  const refresh = useRefresh()
  const change = useMutation({
    mutationFn: (act: () => Promise<Result>) => act(),
    onError: notify.failed,
    onSuccess(result) {
      if (result.type === 'error')
        toast.error(text.notDone, { description: say(result.error ?? result.message) })
      return refresh()
    },
  })
  const target = jid
  return {
    edit: (entry: InboxMessage, words: string) =>
      change.mutateAsync(() => api.chat.editMessage({ clientId, target, key: keyOf(entry), text: words })),
    react: ((entry, reaction) =>
      change.mutate(() =>
        api.chat.reactMessage({ clientId, target, key: keyOf(entry), reaction }),
      )) satisfies MessageActions['react'],
    remove: (entry: InboxMessage) =>
      change.mutate(() => api.chat.deleteMessage({ clientId, target, key: keyOf(entry) })),
    forward: (entry: InboxMessage, to: string) =>
      change.mutateAsync(() =>
        api.chat.forwardMessage({ clientId, target: to, messageId: entry.message.id, sourceJid: jid }),
      ),
  }
}

const SENT_AS_IMAGE = /^image\/(png|jpeg|webp|gif)$/

/** A file as a message of the kind that shows it best. */
export async function toFileMessage(file: File, caption: string): Promise<Outgoing> {
  const mimetype = file.type || 'application/octet-stream'
  const source = { base64: await readBase64(file), mimetype }
  const beside = caption ? { caption } : {}
  if (SENT_AS_IMAGE.test(mimetype)) return { image: source, ...beside }
  if (mimetype === 'video/mp4') return { video: source, ...beside }
  if (mimetype.startsWith('audio/')) return { audio: source }
  return { document: source, fileName: file.name.slice(0, 255) || 'file', ...beside }
}

export async function toVoiceMessage(sound: Blob, seconds: number): Promise<Outgoing> {
  return { audio: { base64: await readBase64(sound), mimetype: sound.type }, ptt: true, seconds }
}

const draftName = (clientId: string, jid: string): string => `parley.draft.${clientId}.${jid}`

/** What was begun to write outlives a reload of this tab. */
export function readDraft(clientId: string, jid: string): string {
  try {
    return sessionStorage.getItem(draftName(clientId, jid)) ?? ''
  } catch {
    return ''
  }
}

export function writeDraft(clientId: string, jid: string, draft: string): void {
  try {
    if (draft) sessionStorage.setItem(draftName(clientId, jid), draft)
    else sessionStorage.removeItem(draftName(clientId, jid))
  } catch {
    // Without storage a draft lasts until the page is left.
  }
}
