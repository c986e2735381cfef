import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Paperclip, Workflow } from 'lucide-react'
import { type RefObject, useId, useState } from 'react'
import { queries } from '../../app/api.ts'
import { sessionQuery } from '../../app/session.ts'
import { classes } from '../../ui/classes.ts'
import { putInPlace, useAsked, useKeys, useTied } from '../../ui/inputs/completion.ts'
import { useNotify } from '../../ui/messages/notify.ts'
import { LoadingRows } from '../../ui/messages/states.tsx'
import { useStepName } from '../conversations/flow/flow-text.ts'
import { askToStart, keyOf, listStartables, type Startable } from '../conversations/flow/startable.ts'
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

/**
 * Canned replies and flows for `/` in the field of a message. A reply that is chosen stands in its place, to be read before it is sent; a
 * flow opens where it is started.
 */
export function ReplyMenu(props: ReplyMenuProps) {
  const { asked, close } = useAsked(props, findCommand)
  return asked && <ReplyList {...props} asked={asked} onClose={close} />
}

interface ReplyListProps extends ReplyMenuProps {
  asked: Asked
  onClose: () => void
}

/** What `/` finds: a reply, or a flow or a menu of one. */
type Found = { kind: 'reply'; reply: Reply } | { kind: 'flow'; one: Startable }

const MOST_FLOWS = 6

/** Flows of the number that can be started, and their menus and questions. */
function useFlows(clientId: string, query: string): Startable[] {
  const { data = [] } = useQuery(
    queries.flows.steps.queryOptions({ input: { clientId }, staleTime: 30_000, retry: false }),
  )
  const { starts, menus } = listStartables(data, query)
  return [...starts, ...menus].slice(0, MOST_FLOWS)
}

function useChoosing({ clientId, jid, field, onDraft, onFile, asked, onClose }: ReplyListProps) {
  const { menu: text } = useRepliesText()
  const notify = useNotify()
  const values = useValues(clientId, jid)
  const replace = (control: HTMLTextAreaElement, by: string): void => {
    const change = (draft: string) => {
      onDraft(draft)
      onClose()
    }
    putInPlace(control, { asked, by, onDraft: change })
  }
  const choose = (found: Found): void => {
    const control = field.current
    if (!control) return
    if (found.kind === 'flow') {
      replace(control, '')
      return askToStart(found.one)
    }
    const { reply } = found
    const { text: filled, missing } = fillReply(reply.text, values)
    if (missing.length > 0) notify.warn(text.missing(missing.join(', ')))
    replace(control, filled)
    if (reply.file) onFile(new KeptFile(reply.file))
  }
  return { values, choose }
}

function ReplyLines({ reply, values }: { reply: Reply; values: ReplyValues }) {
  const { unnamedFile } = useRepliesText()
  return (
    <>
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
    </>
  )
}

function FlowLines({ one: { flow, step } }: { one: Startable }) {
  const nameStep = useStepName()
  return (
    <p className="flex items-baseline gap-2">
      <Workflow className="size-3.5 shrink-0 self-center text-ink-soft" aria-hidden />
      <span dir="auto" className="truncate font-medium">
        {step ? nameStep(step) : flow.name}
      </span>
      {step && <span className="shrink-0 text-[0.8125rem] text-ink-soft">{flow.name}</span>}
    </p>
  )
}

interface OptionsProps {
  label: string
  found: readonly Found[]
  /** Where these begin among all that was found. */
  from: number
  active: number
  values: ReplyValues
  optionId: (index: number) => string
  onChoose: (found: Found) => void
}

/** A section of what was found. */
function Options({ label, found, from, active, values, optionId, onChoose }: OptionsProps) {
  if (found.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: sections of a list box are groups
    <div role="group" aria-label={label}>
      <p aria-hidden className="px-2.5 pt-1.5 pb-0.5 text-[0.8125rem] font-medium text-ink-soft">
        {label}
      </p>
      {found.map((one, n) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and its keys choose here
        <div
          key={one.kind === 'reply' ? one.reply.id : keyOf(one.one)}
          id={optionId(from + n)}
          role="option"
          tabIndex={-1}
          aria-selected={from + n === active}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(one)}
          className={classes(
            'cursor-pointer rounded-md px-2.5 py-1.5 text-sm',
            from + n === active && 'bg-sunken',
          )}
        >
          {one.kind === 'reply' ? (
            <ReplyLines reply={one.reply} values={values} />
          ) : (
            <FlowLines one={one.one} />
          )}
        </div>
      ))}
    </div>
  )
}

function ReplyList(props: ReplyListProps) {
  const { menu: text } = useRepliesText()
  const { clientId, field, onClose } = props
  const { query } = props.asked
  const id = useId()
  const replies = useReplies()
  const { values, choose } = useChoosing(props)
  const [chosen, setChosen] = useState({ query, index: 0 })
  const ofReplies = findReplies(replies.data ?? [], query).map((reply): Found => ({ kind: 'reply', reply }))
  const ofFlows = useFlows(clientId, query).map((one): Found => ({ kind: 'flow', one }))
  const found = [...ofReplies, ...ofFlows]
  const active = chosen.query === query ? Math.min(chosen.index, Math.max(found.length - 1, 0)) : 0
  const optionId = (index: number): string => `${id}-${index}`
  useTied(field, id, found.length > 0 ? optionId(active) : undefined)
  useKeys(field, (key) => {
    const one = found[active]
    if (key === 'Escape') onClose()
    else if (!one) return false
    else if (key === 'Enter' || key === 'Tab') choose(one)
    else if (key === 'ArrowDown') setChosen({ query, index: (active + 1) % found.length })
    else if (key === 'ArrowUp') setChosen({ query, index: (active + found.length - 1) % found.length })
    else return false
    return true
  })
  const shared = { active, values, optionId, onChoose: choose }
  return (
    <div className="absolute inset-x-3 bottom-full z-20 mb-1 max-h-80 overflow-y-auto rounded-xl border border-line bg-surface p-1.5 shadow-raised md:inset-x-6">
      {replies.isPending && <LoadingRows rows={2} />}
      <div id={id} role="listbox" aria-label={text.label}>
        <Options label={text.replies} found={ofReplies} from={0} {...shared} />
        <Options label={text.flows} found={ofFlows} from={ofReplies.length} {...shared} />
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
