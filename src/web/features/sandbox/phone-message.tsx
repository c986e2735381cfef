import { Check, CheckCheck, Clock, Reply, SmilePlus } from 'lucide-react'
import { useState } from 'react'
import { useDates } from '../../i18n/dates.ts'
import { useText } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { FileView } from './file-view.tsx'
import { type Place, type SandboxMessage, useContactActs } from './sandbox-data.ts'
import { useSandboxText } from './sandbox-text.ts'

const EMOJI = ['👍', '❤️', '😂', '🙏'] as const

interface MessageProps {
  place: Place
  message: SandboxMessage
}

function Ticks({ status }: { status: NonNullable<SandboxMessage['status']> }) {
  const text = useSandboxText()
  const Icon = status === 'sent' ? Check : CheckCheck
  return (
    <Icon
      className={classes('size-4', status === 'read' && 'text-accent')}
      role="img"
      aria-label={text.statuses[status]}
    />
  )
}

/** The poll of a client, to vote in as the contact. */
function PollForm({ place, message }: MessageProps) {
  const text = useSandboxText()
  const notify = useNotify()
  const { send } = useContactActs()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const { poll, id, fromContact, votes } = message
  if (!poll) return null
  if (fromContact)
    return (
      <ul className="mt-1 text-sm">
        {poll.options.map((option) => (
          <li key={option}>{votes.includes(option) ? `✓ ${option}` : option}</li>
        ))}
      </ul>
    )
  const isSingle = poll.selectable === 1
  const toggle = (option: string) => {
    if (isSingle) setChosen([option])
    else setChosen(chosen.includes(option) ? chosen.filter((other) => other !== option) : [...chosen, option])
  }
  return (
    <fieldset className="mt-2 space-y-1.5">
      <legend className="sr-only">{poll.name}</legend>
      {poll.options.map((option) => (
        <label key={option} className="flex items-center gap-2 text-sm">
          <input
            type={isSingle ? 'radio' : 'checkbox'}
            name={id}
            checked={chosen.includes(option)}
            onChange={() => toggle(option)}
            className="size-4 accent-[var(--accent)]"
          />
          {option}
        </label>
      ))}
      <Button
        size="small"
        variant="secondary"
        busy={send.isPending}
        onClick={() =>
          send.mutate(
            { ...place, vote: { messageId: id, options: [...chosen] } },
            { onSuccess: () => notify.done(text.voted) },
          )
        }
      >
        {text.vote}
      </Button>
    </fieldset>
  )
}

function Content(props: MessageProps) {
  const text = useSandboxText()
  const { message } = props
  const { type, location, file, isRevoked } = message
  if (isRevoked) return <p className="text-ink-soft italic">{text.revoked}</p>
  const kind = type === 'text' || message.text ? null : (text.kinds[type] ?? text.otherKind(type))
  return (
    <>
      {file && <FileView {...props} file={file} />}
      {kind && !file && <p className="text-ink-soft italic">{kind}</p>}
      {message.text && (
        <p dir="auto" className="break-words whitespace-pre-wrap">
          {message.text}
        </p>
      )}
      {location && (
        <p className="text-[0.8125rem] tabular-nums text-ink-soft">
          {location.latitude.toFixed(4)}, {location.longitude.toFixed(4)}
        </p>
      )}
      <PollForm {...props} />
    </>
  )
}

function Reactions({ place, message }: MessageProps) {
  const text = useSandboxText()
  const { send } = useContactActs()
  const react = (emoji: string) => send.mutate({ ...place, reaction: { messageId: message.id, emoji } })
  return (
    <Menu
      align="start"
      trigger={
        <Button variant="quiet" size="icon" className="size-8" aria-label={text.react('…')}>
          <SmilePlus aria-hidden />
        </Button>
      }
    >
      {EMOJI.map((emoji) => (
        <MenuItem key={emoji} onSelect={() => react(emoji)}>
          {text.react(emoji)}
        </MenuItem>
      ))}
      {message.reactions.contact && <MenuItem onSelect={() => react('')}>{text.unreact}</MenuItem>}
    </Menu>
  )
}

/** A message as the contact sees it: their own at the right. */
export function PhoneMessage({
  quoted,
  onReply,
  ...props
}: MessageProps & { quoted: SandboxMessage | undefined; onReply: () => void }) {
  const text = useSandboxText()
  const { shell } = useText()
  const dates = useDates()
  const { message, place } = props
  const { fromContact, status, writer, isEdited, reactions, at } = message
  const shown = [reactions.contact, reactions.account].filter((emoji) => emoji !== null)
  return (
    <li className={classes('group flex items-center gap-1', fromContact && 'flex-row-reverse')}>
      <div
        className={classes(
          'max-w-[85%] rounded-2xl px-3.5 py-2 shadow-soft',
          fromContact ? 'rounded-ee-md bg-accent-soft' : 'rounded-es-md border border-line bg-surface',
        )}
      >
        {place.group && !fromContact && (
          <p dir="auto" className="truncate text-xs font-semibold text-accent">
            {writer.name}
          </p>
        )}
        {quoted && (
          <p
            dir="auto"
            className="mb-1 truncate border-s-2 border-accent ps-2 text-[0.8125rem] text-ink-soft"
          >
            {quoted.text || (text.kinds[quoted.type] ?? quoted.type)}
          </p>
        )}
        <Content {...props} />
        <p className="mt-0.5 flex items-center justify-end gap-1.5 text-xs text-ink-soft">
          {isEdited && <span>{text.edited}</span>}
          <time dateTime={at}>{dates.time(at)}</time>
          {fromContact &&
            (status ? <Ticks status={status} /> : <Clock aria-label={shell.loading} className="size-3.5" />)}
        </p>
        {shown.length > 0 && <p className="text-sm">{shown.join(' ')}</p>}
      </div>
      <div className="flex opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
        <Button variant="quiet" size="icon" className="size-8" aria-label={text.reply} onClick={onReply}>
          <Reply aria-hidden />
        </Button>
        <Reactions {...props} />
      </div>
    </li>
  )
}
