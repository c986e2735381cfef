import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ModelUsage } from '../../../core/conversation/flow-event.ts'
import type { RunFailure } from '../../../core/flow/index.ts'
import { queries } from '../../app/api.ts'
import { useRunFailureSentence } from '../../i18n/run-failures.ts'
import { classes } from '../../ui/classes.ts'
import { ChatText } from '../chat-text.tsx'
import { useEditor } from '../editor-context.tsx'
import { type EditorText, useEditorText } from '../editor-text.ts'
import { formatSeconds } from '../model/canvas/node-view.ts'
import type { FieldChange } from '../model/simulate/contact-fields.ts'
import type { Act, TalkLine } from '../model/simulate/flow-simulator.ts'
import type { PinnedAnswers } from './answers/pinned-answers.ts'

const BUBBLE = 'max-w-[85%] rounded-2xl px-3.5 py-2 text-sm break-words whitespace-pre-wrap'

/** Read and written together; a question mark where its server does not say. */
const countTokens = (usage: ModelUsage | null): string =>
  usage?.inputTokens == null || usage.outputTokens == null
    ? '?'
    : String(usage.inputTokens + usage.outputTokens)

function describeField(
  { fieldChanged, fieldRemoved }: EditorText['simulator'],
  { name, value }: FieldChange,
): string {
  if (value === null) return fieldRemoved(name)
  return fieldChanged(name, typeof value === 'string' ? value : JSON.stringify(value))
}

function describeLine(
  { simulator: text }: EditorText,
  line: TalkLine,
  renderFailure: (failure: RunFailure) => string,
): string {
  switch (line.kind) {
    case 'ignored':
      return text.ignored(text.reasons[line.reason] ?? line.reason)
    case 'called':
      return line.error === null
        ? text.answered(line.status)
        : text.notAnswered(text.callErrors[line.error] ?? line.error)
    case 'asked':
      return line.error === null
        ? text.modelAnswered(countTokens(line.usage))
        : text.modelFailed(text.callErrors[line.error] ?? line.error)
    case 'searched':
      return text.searched(line.pieces)
    case 'field':
      return describeField(text, line)
    case 'waited':
      return text.waited(formatSeconds(line.ms / 1_000) || '0 s')
    case 'ended':
      return line.failure
        ? `${text.ended[line.state] ?? line.state}: ${renderFailure(line.failure)}`
        : (text.ended[line.state] ?? line.state)
    default:
      return ''
  }
}

interface LineProps {
  line: TalkLine
  act: Act
  pinned: PinnedAnswers
}

function FlowBubble({ line, act }: { line: Extract<TalkLine, { kind: 'flow' }>; act: LineProps['act'] }) {
  const { simulator: text } = useEditorText()
  const { store, view } = useEditor()
  const { content, nodeId, sendId, flowName } = line
  const show = () => {
    store.select([nodeId])
    view.set({ ...view.get(), reveal: { nodeId } })
  }
  return (
    <div className="flex flex-col items-start gap-1.5">
      {flowName !== null && <span className="text-xs text-ink-soft">{flowName}</span>}
      <button
        type="button"
        onClick={show}
        disabled={flowName !== null}
        title={flowName ?? text.showNode}
        className={classes(BUBBLE, 'rounded-es-md bg-sunken text-start')}
      >
        {content.type === 'poll' ? <strong>{content.question}</strong> : <ChatText text={line.text} />}
      </button>
      {content.type === 'poll' && (
        <div className="flex max-w-[85%] flex-wrap gap-1.5">
          {content.options.map((option) => (
            <button
              key={option}
              type="button"
              onClick={() => act((simulator) => simulator.vote(sendId, option))}
              className="rounded-full border border-accent px-3 py-1 text-[0.8125rem] text-accent hover:bg-accent-soft"
            >
              {option}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

/** What was answered without being asked for. */
function AnswerLine({
  line,
  pinned,
}: { line: Extract<TalkLine, { kind: 'script' | 'pinned' }> } & Pick<LineProps, 'pinned'>) {
  const { simulator: text } = useEditorText()
  const [isUnpinned, setUnpinned] = useState(false)
  if (line.kind === 'script') {
    return (
      <p className="max-w-full self-center text-center text-xs break-words text-ink-soft">
        {line.ok ? text.scriptReturned : text.scriptFailed} <code className="text-ink">{line.text}</code>
      </p>
    )
  }
  const unpin = () => {
    pinned.set(line.nodeId, null)
    setUnpinned(true)
  }
  return (
    <p className="self-center text-center text-xs text-ink-soft">
      {text.pinnedAnswer}{' '}
      <button type="button" className="rounded underline" disabled={isUnpinned} onClick={unpin}>
        {isUnpinned ? text.unpinned : text.unpin}
      </button>
    </p>
  )
}

/** Who gets a conversation by the rule of its department; which of them is decided when it happens. */
function HandedLine({ departmentId, personId }: Extract<TalkLine, { kind: 'handed' }>) {
  const { handed: text } = useEditorText().simulator
  const departments = useQuery(queries.departments.list.queryOptions({ input: {} }))
  const members = useQuery(queries.workspaces.members.list.queryOptions({ input: {} }))
  const department = departments.data?.find(({ id }) => id === departmentId)
  const person = members.data?.find(({ userId }) => userId === personId)
  if (departments.isPending || members.isPending) return null
  return (
    <p className="self-center text-center text-xs text-ink-soft">
      {department ? text[department.rule](department.name) : person ? text.person(person.name) : text.gone}
    </p>
  )
}

function Line({ line, act, pinned }: LineProps) {
  const text = useEditorText()
  const renderFailure = useRunFailureSentence()
  switch (line.kind) {
    case 'flow':
      return <FlowBubble line={line} act={act} />
    case 'script':
    case 'pinned':
      return <AnswerLine line={line} pinned={pinned} />
    case 'contact':
      return (
        <p className={classes(BUBBLE, 'self-end rounded-ee-md bg-accent text-on-accent')}>
          {line.type === 'text' || line.type === 'poll_vote'
            ? line.text
            : `[${text.panel.choices[line.type]}]`}
        </p>
      )
    case 'handed':
      return <HandedLine {...line} />
    case 'human':
      return (
        <p className={classes(BUBBLE, 'rounded-es-md bg-warn-soft')}>
          <span className="block text-xs text-warn">{text.simulator.human}</span>
          {line.text}
        </p>
      )
    default:
      return (
        <p className="self-center text-center text-xs text-ink-soft">
          {describeLine(text, line, renderFailure)}
        </p>
      )
  }
}

/** The conversation so far, the newest line in sight. */
export function Talk({ lines, ...rest }: { lines: readonly TalkLine[] } & Omit<LineProps, 'line'>) {
  const { simulator: text } = useEditorText()
  const end = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new line is to be seen
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [lines])
  return (
    <div
      role="log"
      aria-label={text.conversation}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
      tabIndex={0}
      className="flex min-h-0 flex-1 flex-col gap-2.5 overflow-y-auto p-4 -outline-offset-2"
    >
      {lines.length === 0 && (
        <p className="m-auto max-w-60 text-center text-sm text-ink-soft">{text.begin}</p>
      )}
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are only ever added
        <Line key={index} line={line} {...rest} />
      ))}
      <div ref={end} />
    </div>
  )
}
