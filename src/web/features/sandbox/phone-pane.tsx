import { ArrowLeft, CheckCheck, Power } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { useNotify } from '../../ui/notify.ts'
import { ErrorState, LoadingRows } from '../../ui/states.tsx'
import { PhoneComposer } from './phone-composer.tsx'
import { PhoneMessage } from './phone-message.tsx'
import {
  type SandboxContact,
  type SandboxMessage,
  useContactActs,
  useSandboxConversation,
} from './sandbox-data.ts'
import { useSandboxText } from './sandbox-text.ts'

interface PhonePaneProps {
  clientId: string
  contact: SandboxContact
  isConnected: boolean
  onBack: () => void
}

function PhoneHeader({ clientId, contact, onBack }: Omit<PhonePaneProps, 'isConnected'>) {
  const text = useSandboxText()
  const notify = useNotify()
  const { save, markRead } = useContactActs()
  const { name, phoneNumber, isOnline } = contact
  const to = { clientId, phoneNumber }
  return (
    <header className="flex items-center gap-2 border-b border-line px-3 py-2.5">
      <Button variant="quiet" size="icon" className="lg:hidden" aria-label={text.back} onClick={onBack}>
        <ArrowLeft aria-hidden />
      </Button>
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-sm font-semibold">{name}</h2>
        <p className="text-xs text-ink-soft tabular-nums">{phoneNumber}</p>
      </div>
      <Badge tone={isOnline ? 'good' : 'neutral'} dot="still">
        {isOnline ? text.online : text.offline}
      </Badge>
      <Button
        variant="quiet"
        size="icon"
        aria-label={isOnline ? text.goOffline : text.goOnline}
        title={isOnline ? text.goOffline : text.goOnline}
        disabled={save.isPending}
        onClick={() => save.mutate({ ...to, isOnline: !isOnline })}
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

/** The phone of a simulated contact: what it shows, and where one writes as its owner. */
export function PhonePane({ clientId, contact, isConnected, onBack }: PhonePaneProps) {
  const text = useSandboxText()
  const { phoneNumber, name } = contact
  const conversation = useSandboxConversation(clientId, phoneNumber)
  const [replyTo, setReplyTo] = useState<SandboxMessage | null>(null)
  const end = useRef<HTMLDivElement>(null)
  const messages = conversation.data ?? []
  const newest = messages.at(-1)?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is newest comes into view when it changes
  useEffect(() => end.current?.scrollIntoView({ block: 'nearest' }), [newest])
  return (
    <section aria-label={text.phoneOf(name)} className="flex min-h-0 flex-1 flex-col">
      <PhoneHeader clientId={clientId} contact={contact} onBack={onBack} />
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
              clientId={clientId}
              phoneNumber={phoneNumber}
              message={message}
              quoted={messages.find(({ id }) => id === message.quotedId)}
              onReply={() => setReplyTo(message)}
            />
          ))}
        </ol>
        <div ref={end} />
      </div>
      <PhoneComposer
        clientId={clientId}
        phoneNumber={phoneNumber}
        name={name}
        replyTo={replyTo}
        onDone={() => setReplyTo(null)}
      />
    </section>
  )
}
