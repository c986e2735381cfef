import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Paperclip } from 'lucide-react'
import { type RefObject, useId, useState } from 'react'
import { queries } from '../../app/api.ts'
import { sessionQuery } from '../../app/session.ts'
import { classes } from '../../ui/classes.ts'
import { useAsked, useKeys, useTied } from '../../ui/inputs/completion.ts'
import { useNotify } from '../../ui/messages/notify.ts'
import { LoadingRows } from '../../ui/messages/states.tsx'
import { fillReply, type ReplyValues } from './fill-reply.ts'
import { KeptFile } from './kept-file.ts'
import { useRepliesText } from './replies-text.ts'
import { useReplies } from './reply-data.ts'
import { findCommand, findReplies, type Reply } from './reply-search.ts'

interface ReplyMenuProps {
  clientId: string
  jid: string
  /** Where the message is written; it keeps the focus, and its keys choose here. */
  field: RefObject<HTMLTextAreaElement | null>
  draft: string
  onDraft: (draft: string) => void
  onFile: (file: File) => void
}

type Asked = NonNullable<ReturnType<typeof findCommand>>

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

/** Canned replies for `/` in the field of a message: one that is chosen stands in its place, to be read before it is sent. */
export function ReplyMenu(props: ReplyMenuProps) {
  const { asked, close } = useAsked(props, findCommand)
  return asked && <ReplyList {...props} asked={asked} onClose={close} />
}

interface ReplyListProps extends ReplyMenuProps {
  asked: Asked
  onClose: () => void
}

function useChoosing({ clientId, jid, field, onDraft, onFile, asked, onClose }: ReplyListProps) {
  const { menu: text } = useRepliesText()
  const notify = useNotify()
  const values = useValues(clientId, jid)
  const choose = (reply: Reply): void => {
    const control = field.current
    if (!control) return
    const { text: filled, missing } = fillReply(reply.text, values)
    if (missing.length > 0) notify.warn(text.missing(missing.join(', ')))
    const before = control.value.slice(0, asked.from) + filled
    onDraft(before + control.value.slice(asked.from + asked.query.length + 1))
    if (reply.file) onFile(new KeptFile(reply.file))
    onClose()
    requestAnimationFrame(() => {
      control.focus()
      control.setSelectionRange(before.length, before.length)
    })
  }
  return { values, choose }
}

function ReplyList(props: ReplyListProps) {
  const { menu: text, unnamedFile } = useRepliesText()
  const { field, onClose } = props
  const { query } = props.asked
  const id = useId()
  const replies = useReplies()
  const { values, choose } = useChoosing(props)
  const [chosen, setChosen] = useState({ query, index: 0 })
  const found = findReplies(replies.data ?? [], query)
  const active = chosen.query === query ? Math.min(chosen.index, Math.max(found.length - 1, 0)) : 0
  const optionId = (index: number): string => `${id}-${index}`
  useTied(field, id, found.length > 0 ? optionId(active) : undefined)
  useKeys(field, (key) => {
    const reply = found[active]
    if (key === 'Escape') onClose()
    else if (!reply) return false
    else if (key === 'Enter' || key === 'Tab') choose(reply)
    else if (key === 'ArrowDown') setChosen({ query, index: (active + 1) % found.length })
    else if (key === 'ArrowUp') setChosen({ query, index: (active + found.length - 1) % found.length })
    else return false
    return true
  })
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
