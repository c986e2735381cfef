import { Copy, Ellipsis, Forward, Pencil, Reply, Star, StarOff, Trash2 } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useText } from '../../../i18n/language.tsx'
import { Button } from '../../../ui/button.tsx'
import { Menu, MenuEmojis, MenuItem, MenuSeparator } from '../../../ui/menu.tsx'
import { useLack } from '../../../ui/rights.ts'
import type { InboxMessage } from '../chat-data.ts'

/** What can be done with a message. */
export interface MessageActions {
  reply(entry: InboxMessage): void
  react(entry: InboxMessage, emoji: string): void
  edit(entry: InboxMessage): void
  forward(entry: InboxMessage): void
  star(entry: InboxMessage, starred: boolean): void
  remove(entry: InboxMessage): void
}

interface MessageMenuProps {
  entry: InboxMessage
  actions: MessageActions
  /** Asks what became of it. */
  onExplain: () => void
}

export function MessageMenu({ entry, actions, onExplain }: MessageMenuProps) {
  const { chat: text, shell } = useText()
  const { fromMe, type, text: words, status, starred } = entry.message
  const mayTalk = useLack('talk') === null
  if (type === 'revoked') return null
  const wasSent = status !== 'PENDING' && status !== 'ERROR'
  const onKey = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || event.ctrlKey || event.metaKey || event.altKey) return
    if (mayTalk && wasSent) actions.star(entry, !starred)
  }
  const trigger = (
    <Button
      variant="quiet"
      size="small"
      aria-label={text.messageActions}
      aria-keyshortcuts="S"
      onKeyDown={onKey}
      className="px-1.5 focus-visible:opacity-100 data-[state=open]:opacity-100 md:opacity-0 md:group-hover/message:opacity-100"
    >
      <Ellipsis aria-hidden />
    </Button>
  )
  return (
    <Menu trigger={trigger} align={fromMe ? 'end' : 'start'}>
      {wasSent && (
        <>
          <MenuEmojis label={text.react} onChoose={(emoji) => actions.react(entry, emoji)} />
          <MenuItem right="talk" onSelect={() => actions.react(entry, '')}>
            {text.removeReaction}
          </MenuItem>
          <MenuSeparator />
          <MenuItem right="talk" onSelect={() => actions.reply(entry)}>
            <Reply aria-hidden />
            {text.reply}
          </MenuItem>
          <MenuItem right="talk" onSelect={() => actions.forward(entry)}>
            <Forward aria-hidden />
            {text.forward}
          </MenuItem>
          <MenuItem right="talk" onSelect={() => actions.star(entry, !starred)}>
            {starred ? <StarOff aria-hidden /> : <Star aria-hidden />}
            {starred ? text.unstar : text.star}
            <kbd aria-hidden className="ms-auto ps-4 font-sans text-xs text-ink-soft">
              S
            </kbd>
          </MenuItem>
        </>
      )}
      {words !== null && (
        <MenuItem onSelect={() => void navigator.clipboard?.writeText(words)}>
          <Copy aria-hidden />
          {shell.copy}
        </MenuItem>
      )}
      {!fromMe && <MenuItem onSelect={onExplain}>{text.explain}</MenuItem>}
      {fromMe && wasSent && words !== null && (
        <MenuItem right="talk" onSelect={() => actions.edit(entry)}>
          <Pencil aria-hidden />
          {text.edit}
        </MenuItem>
      )}
      {fromMe && wasSent && (
        <MenuItem right="talk" tone="danger" onSelect={() => actions.remove(entry)}>
          <Trash2 aria-hidden />
          {text.deleteForAll}
        </MenuItem>
      )}
    </Menu>
  )
}
