import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Paperclip } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { queries } from '../../app/api.ts'
import { sessionQuery } from '../../app/session.ts'
import { classes } from '../../ui/classes.ts'
import { useNotify } from '../../ui/messages/notify.ts'
import { LoadingRows } from '../../ui/messages/states.tsx'
import { fillReply, type ReplyValues } from './fill-reply.ts'
import { useRepliesText } from './replies-text.ts'
import { useReplies } from './reply-data.ts'
import { findReplies, type Reply } from './reply-search.ts'

/** What a chosen reply puts into the field where messages are written. */
export interface ChosenReply {
  text: string
  file: Reply['file']
}

export interface ReplyMenuProps {
  id: string
  clientId: string
  jid: string
  /** What is typed after the slash. */
  query: string
  /** Gets what does something with a key that was pressed in the field, and answers whether it did. */
  keys: RefObject<((key: string) => boolean) | null>
  /** Told which option a reader of the screen is to hear. */
  onActive: (optionId: string | undefined) => void
  onChoose: (chosen: ChosenReply) => void
}

/** What is known of whom it is for, and of who writes. */
function useValues(clientId: string, jid: string): ReplyValues {
  const { data: session } = useSuspenseQuery(sessionQuery)
  const { data } = useQuery(
    queries.contacts.get.queryOptions({
      input: { clientId, contactJid: jid },
      staleTime: 30_000,
      retry: false,
    }),
  )
  const person = data?.contact
  return {
    contact: {
      name: person?.name ?? person?.notify ?? null,
      phone: person?.phoneNumber ?? null,
      fields: data?.fields ?? {},
    },
    agent: { name: session?.user.name ?? '' },
  }
}

/** The canned replies that fit what is typed, over the field; the keys go on to the field. */
export function ReplyMenu({ id, clientId, jid, query, keys, onActive, onChoose }: ReplyMenuProps) {
  const { menu: text, unnamedFile } = useRepliesText()
  const notify = useNotify()
  const replies = useReplies()
  const values = useValues(clientId, jid)
  const [chosen, setChosen] = useState({ query, index: 0 })
  const found = findReplies(replies.data ?? [], query)
  const active = chosen.query === query ? Math.min(chosen.index, Math.max(found.length - 1, 0)) : 0
  const optionId = (index: number): string => `${id}-${index}`
  const activeId = found.length > 0 ? optionId(active) : undefined
  const choose = (reply: Reply | undefined): boolean => {
    if (!reply) return false
    const { text: filled, missing } = fillReply(reply.text, values)
    if (missing.length > 0) notify.warn(text.missing(missing.join(', ')))
    onChoose({ text: filled, file: reply.file })
    return true
  }
  const move = (by: number): boolean => {
    if (found.length === 0) return false
    setChosen({ query, index: (active + by + found.length) % found.length })
    return true
  }
  useEffect(() => {
    keys.current = (key) => {
      if (key === 'ArrowDown') return move(1)
      if (key === 'ArrowUp') return move(-1)
      return (key === 'Enter' || key === 'Tab') && choose(found[active])
    }
    return () => {
      keys.current = null
    }
  })
  useEffect(() => onActive(activeId), [activeId, onActive])
  return (
    <div className="absolute inset-x-3 bottom-full z-20 mb-1 max-h-80 overflow-y-auto rounded-xl border border-line bg-surface p-1.5 shadow-raised md:inset-x-6">
      {replies.isPending && <LoadingRows rows={2} />}
      <div id={id} role="listbox" aria-label={text.label}>
        {found.map((reply, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and its keys choose here
          <div
            key={reply.id}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(reply)}
            className={classes(
              'cursor-pointer rounded-md px-2.5 py-1.5 text-sm',
              index === active && 'bg-sunken',
            )}
          >
            <p className="flex items-baseline gap-2">
              <span className="truncate font-medium">{reply.title}</span>
              <span className="shrink-0 font-mono text-[0.8125rem] text-ink-soft">/{reply.shortcut}</span>
            </p>
            <p dir="auto" className="truncate text-[0.8125rem] text-ink-soft">
              {fillReply(reply.text, values).text}
            </p>
            {reply.file && (
              <p className="flex items-center gap-1 text-[0.8125rem] text-ink-soft">
                <Paperclip className="size-3.5 shrink-0" aria-hidden />
                <span className="truncate">{reply.file.fileName ?? unnamedFile}</span>
              </p>
            )}
          </div>
        ))}
      </div>
      {replies.isSuccess && found.length === 0 && (
        <p className="px-2.5 py-1.5 text-sm text-ink-soft">
          {replies.data.length === 0 ? text.noneYet : text.none}
        </p>
      )}
      <Link
        to="/replies"
        className="block px-2.5 py-1.5 text-[0.8125rem] text-accent underline"
        onMouseDown={(event) => event.preventDefault()}
      >
        {text.manage}
      </Link>
    </div>
  )
}
