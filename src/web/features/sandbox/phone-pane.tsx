import { ArrowLeft, CheckCheck, Power } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { MessageFate } from '../conversations/thread/message-fate.tsx'
import { PhoneComposer } from './phone-composer.tsx'
import { PhoneMessage } from './phone-message.tsx'
import {
  type SandboxContact,
  type SandboxGroup,
  type SandboxMessage,
  useContactActs,
  useSandboxConversation,
} from './sandbox-data.ts'
import { useSandboxText } from './sandbox-text.ts'

interface PhonePaneProps {
  clientId: string
  contact: SandboxContact
  /** The group that is open on the contact's phone, and who of the people here is in it. */
  group: SandboxGroup | undefined
  members: readonly SandboxContact[]
  /** In a group: who writes. */
  onContact: (phoneNumber: string) => void
  isConnected: boolean
  onBack: () => void
}

/** In a group: whose phone it is, which is who writes. */
function WriterChoice({
  contact,
  members,
  onContact,
}: Pick<PhonePaneProps, 'contact' | 'members' | 'onContact'>) {
  const text = useSandboxText()
  return (
    <Select
      aria-label={text.writeAs}
      value={contact.phoneNumber}
      onChange={({ target }) => onContact(target.value)}
      className="order-last h-8 w-full text-[0.8125rem] sm:order-none sm:w-auto sm:max-w-40"
    >
      {members.map(({ phoneNumber, name }) => (
        <option key={phoneNumber} value={phoneNumber}>
          {name}
        </option>
      ))}
    </Select>
  )
}

function PhoneHeader(props: Omit<PhonePaneProps, 'isConnected'>) {
  const { clientId, contact, group, onBack } = props
  const text = useSandboxText()
  const notify = useNotify()
  const { save, markRead } = useContactActs()
  const { name, phoneNumber, isOnline } = contact
  const to = { clientId, phoneNumber, ...(group && { group: group.jid }) }
  return (
    <header className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2.5">
      <Button variant="quiet" size="icon" className="lg:hidden" aria-label={text.back} onClick={onBack}>
        <ArrowLeft aria-hidden />
      </Button>
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-sm font-semibold">{group?.subject ?? name}</h2>
        <p className="truncate text-xs text-ink-soft tabular-nums">
          {group ? group.members.map((member) => member.name).join(', ') : phoneNumber}
        </p>
      </div>
      {group && <WriterChoice {...props} />}
      <Badge tone={isOnline ? 'good' : 'neutral'} dot="still">
        {isOnline ? text.online : text.offline}
      </Badge>
      <Button
        variant="quiet"
        size="icon"
        aria-label={isOnline ? text.goOffline : text.goOnline}
        title={isOnline ? text.goOffline : text.goOnline}
        disabled={save.isPending}
        onClick={() => save.mutate({ clientId, phoneNumber, isOnline: !isOnline })}
      >
        <Power aria-hidden />
      </Button>
      <Button
        variant="quiet"
        size="icon"
        aria-label={text.markRead}
        title={text.markRead}
        disabled={markRead.isPending}
        onClick={() => markRead.mutate(to, { onSuccess: ({ read }) => notify.done(text.markedRead(read)) })}
      >
        <CheckCheck aria-hidden />
      </Button>
    </header>
  )
}

/** The contact's address, as the number knows it. */
const toJid = (phoneNumber: string): string => `${phoneNumber.replace(/\D/g, '')}@s.whatsapp.net`

/** The phone of a simulated contact: what it shows, and where one writes as its owner. */
export function PhonePane({ isConnected, ...props }: PhonePaneProps) {
  const { clientId, contact, group } = props
  const text = useSandboxText()
  const { phoneNumber, name } = contact
  const place = { clientId, phoneNumber, ...(group && { group: group.jid }) }
  const conversation = useSandboxConversation(place)
  const [replyTo, setReplyTo] = useState<SandboxMessage | null>(null)
  const end = useRef<HTMLDivElement>(null)
  const messages = conversation.data ?? []
  const newest = messages.at(-1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is newest comes into view when it changes
  useEffect(() => end.current?.scrollIntoView({ block: 'nearest' }), [newest?.id])
  return (
    <section aria-label={text.phoneOf(name)} className="flex min-h-0 flex-1 flex-col">
      <PhoneHeader {...props} />
      {!isConnected && (
        <p className="bg-warn-soft px-4 py-2 text-[0.8125rem] text-warn">{text.notConnected}</p>
      )}
      <div
        className="min-h-0 flex-1 overflow-y-auto bg-canvas p-4 focus-visible:-outline-offset-2"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
        tabIndex={0}
      >
        {conversation.isPending && <LoadingRows rows={3} />}
        {conversation.isError && !conversation.data && (
          <ErrorState error={conversation.error} onRetry={() => void conversation.refetch()} />
        )}
        {conversation.isSuccess && messages.length === 0 && (
          <p className="px-6 py-10 text-center text-sm text-pretty text-ink-soft">{text.begin}</p>
        )}
        <ol className="space-y-2" aria-live="polite">
          {messages.map((message) => (
            <PhoneMessage
              key={message.id}
              place={place}
              message={message}
              quoted={messages.find(({ id }) => id === message.quotedId)}
              onReply={() => setReplyTo(message)}
            />
          ))}
        </ol>
        {newest?.fromContact && !group && (
          <div className="flex justify-end">
            <MessageFate clientId={clientId} jid={toJid(phoneNumber)} messageId={newest.id} onlyUnanswered />
          </div>
        )}
        <div ref={end} />
      </div>
      <PhoneComposer place={place} name={name} replyTo={replyTo} onDone={() => setReplyTo(null)} />
    </section>
  )
}
