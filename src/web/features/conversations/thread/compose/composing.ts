import { type Mutation, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { toast } from 'sonner'
import { api, queries, toFailure } from '../../../../app/api.ts'
import { readBase64 } from '../../../../app/base64.ts'
import { useText } from '../../../../i18n/language.tsx'
import { useFailureSentence, useSendErrorSentence } from '../../../../i18n/service-sentence.ts'
import { useLiveState } from '../../../../live/live.tsx'
import { useNotify } from '../../../../ui/messages/notify.ts'
import { type InboxMessage, keyOf } from '../../chat-data.ts'
import { patchThread, readOwnMessages, showStarred } from '../../conversation-updates.ts'
import { starredKey } from '../../inbox-queries.ts'
import { dropStored, type ShownUnderway } from '../../underway.ts'
import type { MessageActions } from '../message-menu.tsx'

type SendInput = Parameters<typeof api.chat.sendMessage>[0]
type Outgoing = SendInput['message']
type Result = Pick<Awaited<ReturnType<typeof api.chat.sendMessage>>, 'type' | 'message' | 'error' | 'res'>

/** A message on its way: what of it is shown meanwhile. */
export interface Underway extends ShownUnderway {
  id: string
  message: Outgoing
  /** Messages that were before the person's eyes, by id; it is refused when somebody else answered since. Undefined: it goes anyway. */
  seen: readonly string[] | undefined
  /** What goes back to where it was written when the message is refused; a voice note has only itself. `call`: of one press. */
  written?: { words: string; file: File | null; replyTo: InboxMessage | null; call: string }
}

/** What was known when a message went on its way. */
interface SendContext {
  /** The messages of the account that stood in the conversation. */
  stood: ReadonlySet<string>
}

/** The network refused the message: it was certainly not sent. */
class NotSent extends Error {
  readonly error: string

  constructor({ error, message }: Result) {
    super(message)
    this.error = error ?? message
  }
}

export const isAnsweredMeanwhile = (error: unknown): boolean =>
  (toFailure(error).data as { reason?: string } | undefined)?.reason === 'ANSWERED_MEANWHILE'

/** The interface promises the code at the beginning of the text. */
const isUnsure = ({ error }: Result): boolean => error?.split(':', 1)[0] === 'OUTCOME_UNKNOWN'

const mutationKey = (clientId: string, jid: string) => ['send', clientId, jid]

/** What became of a send, as it is answered: its error, which says more than the sentence beside it. */
export function useResultSentence(): (result: Pick<Result, 'message' | 'error'>) => string {
  const renderError = useSendErrorSentence()
  return useCallback(
    ({ error, message }) => (error === undefined ? message : renderError({ error })),
    [renderError],
  )
}

/** What was done is told by the stream of news; only without it the conversation is read again. */
export function useRefresh() {
  const client = useQueryClient()
  const isLive = useLiveState() === 'up'
  return async () => {
    if (!isLive) await client.invalidateQueries({ queryKey: queries.chat.key() })
  }
}

/** Sends into a conversation, one after the other: calls of a browser may overtake each other on the way to the service. */
export function useSend(clientId: string, jid: string) {
  const { chat: text } = useText()
  const notify = useNotify()
  const renderResult = useResultSentence()
  const client = useQueryClient()
  return useMutation({
    mutationKey: mutationKey(clientId, jid),
    scope: { id: mutationKey(clientId, jid).join(' ') },
    // Refused ones are kept until their conversation takes them back, be it later.
    gcTime: Number.POSITIVE_INFINITY,
    async mutationFn({ id, message, seen }: Underway) {
      const guard = seen ? { unlessAnsweredSince: [...seen] } : {}
      const input = { clientId, target: jid, message, idempotencyKey: id, ...guard }
      const result = await api.chat.sendMessage(input)
      if (result.type === 'error' && !isUnsure(result)) throw new NotSent(result)
      return result
    },
    onMutate: (): SendContext => ({
      stood: new Set(readOwnMessages(client, clientId, jid).map(({ message }) => message.id)),
    }),
    onError(error) {
      // The answer of the other person, and the question, come over the field.
      if (isAnsweredMeanwhile(error)) return patchThread(client, clientId, jid)
      if (!(error instanceof NotSent)) return notify.failed(error)
      toast.error(text.notSent, { description: renderResult(error) })
      return patchThread(client, clientId, jid)
    },
    onSuccess(result) {
      if (result.type === 'error') toast.warning(text.maySent, { description: renderResult(result) })
      // It counts as on its way until it stands in the conversation: news of it may come later.
      return patchThread(client, clientId, jid)
    },
  })
}

/** What is on its way and does not stand in the conversation yet: a message is stored before the call that sends it ends. */
export function useUnderway(clientId: string, jid: string, messages: readonly InboxMessage[]): Underway[] {
  const ofChat = { mutationKey: mutationKey(clientId, jid) }
  const pending = useMutationState({
    filters: { ...ofChat, status: 'pending' },
    select: ({ state }) => ({
      underway: state.variables as Underway,
      stood: (state.context as SendContext | undefined)?.stood ?? new Set<string>(),
    }),
  })
  const settled = useMutationState({
    filters: { ...ofChat, status: 'success' },
    select: ({ state }) => (state.data as Result).res?.key.id,
  })
  return dropStored(pending, messages, new Set(settled))
}

/** Of a call that was not answered, or by something that broke on the way. */
const UNSURE_CODES: ReadonlySet<string> = new Set(['OFFLINE', 'GATEWAY_TIMEOUT', 'INTERNAL_SERVER_ERROR'])

/** Why the network or the service did not do something. */
export interface NotDone {
  reason: string
  /** False when nobody knows whether it was done all the same. */
  isSure: boolean
}

/** A message that was not sent. While it is not sure that it was not, it keeps its id when it is sent again, and is shown once. */
export interface Unsent extends Underway, NotDone {
  /** It was not sent because another person answered. */
  isAnswered: boolean
}

/** Tells a person why a call failed. */
function useReason(): (error: Error) => NotDone {
  const { errors } = useText()
  const toReason = useFailureSentence()
  const renderResult = useResultSentence()
  return useCallback(
    (error) => {
      if (error instanceof NotSent) return { reason: renderResult(error), isSure: true }
      const failure = toFailure(error)
      const { code } = failure
      const known = code === 'OFFLINE' ? errors.offline : (errors.codes[code] ?? errors.title)
      return { reason: toReason(failure) || known, isSure: !UNSURE_CODES.has(code) }
    },
    [errors, toReason, renderResult],
  )
}

/** The messages of a conversation that were refused; each is taken back once. */
export function useUnsent(clientId: string, jid: string) {
  const explain = useReason()
  const cache = useQueryClient().getMutationCache()
  const refused = useMutationState({
    filters: { mutationKey: mutationKey(clientId, jid), status: 'error' },
    select: (mutation) => mutation as Mutation,
  })
  const takeBack = (): Unsent[] =>
    refused.flatMap((mutation) => {
      const { error } = mutation.state
      if (!error || !cache.find({ predicate: (one) => one === mutation })) return []
      cache.remove(mutation)
      const why = { ...explain(error), isAnswered: isAnsweredMeanwhile(error) }
      return [{ ...(mutation.state.variables as Underway), ...why }]
    })
  return { refused, takeBack }
}

/** Stars a message on WhatsApp, or takes the star away; it is shown so at once, and as it was where the network refuses it. */
export function useStar(clientId: string, jid: string) {
  const client = useQueryClient()
  const notify = useNotify()
  const show = ({ message }: InboxMessage, starred: boolean) => showStarred(client, message, starred)
  return useMutation({
    mutationFn: ({ entry, starred }: { entry: InboxMessage; starred: boolean }) =>
      api.chat.starMessage({ clientId, target: jid, key: keyOf(entry), starred }),
    onMutate: ({ entry, starred }) => show(entry, starred),
    onError: (error, { entry, starred }) => {
      show(entry, !starred)
      notify.failed(error)
    },
    onSettled: () => client.invalidateQueries({ queryKey: starredKey(clientId, jid) }),
  })
}

/** Changes of messages that stand in the conversation already. */
export function useMessageChanges(clientId: string, jid: string) {
  const { chat: text } = useText()
  const notify = useNotify()
  const renderResult = useResultSentence()
  const explain = useReason()
  const refresh = useRefresh()
  const change = useMutation({
    mutationFn: (act: () => Promise<Result>) => act(),
    onError: notify.failed,
    onSuccess(result) {
      if (result.type === 'error') toast.error(text.notDone, { description: renderResult(result) })
      return refresh()
    },
  })
  const target = jid
  const star = useStar(clientId, jid)
  return {
    /** Answers why it was not done; null when it was. */
    async edit(entry: InboxMessage, words: string): Promise<NotDone | null> {
      const input = { clientId, target, key: keyOf(entry), text: words }
      try {
        const result = await change.mutateAsync(() => api.chat.editMessage(input))
        if (result.type === 'success') return null
        return { reason: renderResult(result), isSure: !isUnsure(result) }
      } catch (error) {
        return explain(error instanceof Error ? error : new Error(String(error)))
      }
    },
    react: ((entry, reaction) =>
      change.mutate(() =>
        api.chat.reactMessage({ clientId, target, key: keyOf(entry), reaction }),
      )) satisfies MessageActions['react'],
    star: (entry: InboxMessage, starred: boolean) => star.mutate({ entry, starred }),
    remove: (entry: InboxMessage) =>
      change.mutate(() => api.chat.deleteMessage({ clientId, target, key: keyOf(entry) })),
  }
}

/** Names what one press asks for, so that it is done once. */
export const newId = (): string => crypto.randomUUID?.() ?? `${Date.now()} ${Math.random()}`

const SENT_AS_IMAGE = /^image\/(png|jpeg|webp|gif)$/

/** A file as a message of the kind that shows it best; a `KeptFile` by its id. */
export async function toFileMessage(file: File & { assetId?: string }, caption: string): Promise<Outgoing> {
  const mimetype = file.type || 'application/octet-stream'
  const source = file.assetId ? { mediaId: file.assetId } : { base64: await readBase64(file), mimetype }
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
