import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleHelp } from 'lucide-react'
import type { SendError } from '../../../../core/conversation/send-error.ts'
import type { Fate } from '../../../../core/flow/index.ts'
import { describeFate, type FateReader } from '../../../../words/fates.ts'
import { queries } from '../../../app/api.ts'
import { useText } from '../../../i18n/language.tsx'
import { useRunFailureSentence } from '../../../i18n/run-failures.ts'
import { useSendErrorSentence } from '../../../i18n/service-sentence.ts'
import { createTextHook } from '../../../i18n/text-hook.ts'
import { nameNodeType, useRunWords } from '../../runs/run-words.ts'
import { useContactChanges } from '../contact-changes.ts'
import { useMoment } from '../moment.ts'

const useFateWords = createTextHook(
  {
    en: () => import('../../../../words/en/fates.ts'),
    pt: () => import('../../../../words/pt/fates.ts'),
    es: () => import('../../../../words/es/fates.ts'),
  },
  ({ fates }) => fates,
)

interface Names {
  flows: Readonly<Record<string, string>>
  nodes: readonly { flowId: string; nodeId: string; type: string; label: string | null }[]
}

const quote = (text: string): string => `“${text}”`

function useReader({ flows, nodes }: Names): FateReader {
  const words = useRunWords()
  const moment = useMoment()
  const renderFailure = useRunFailureSentence()
  const renderError = useSendErrorSentence()
  return {
    flow: (flowId) => quote(flows[flowId] ?? flowId),
    node({ flowId, nodeId }) {
      const node = nodes.find((one) => one.flowId === flowId && one.nodeId === nodeId)
      return quote(node ? (node.label ?? nameNodeType(node.type, words)) : nodeId)
    },
    time: (atMs) => moment(new Date(atMs).toISOString()),
    failure: renderFailure,
    sendError: (failure: SendError) => renderError({ error: '', failure }),
  }
}

/** What may have changed by itself since it was asked. */
const LOOK_AGAIN_MS = 3_000
const LINK = 'underline underline-offset-2 hover:text-ink'
const NO_NAMES: Names = { flows: {}, nodes: [] }

interface MessageFateProps {
  clientId: string
  jid: string
  messageId: string
  /** Nobody asked for it: what was answered, or needs no answer, is not told. */
  onlyUnanswered?: boolean
}

/** What became of a message of the contact and why, in one line, with what would change it. */
export function MessageFate({ clientId, jid, messageId, onlyUnanswered = false }: MessageFateProps) {
  const words = useFateWords()
  const text = useText().chat
  const { data } = useQuery({
    ...queries.chat.explain.queryOptions({ input: { clientId, jid, messageId, fromMe: false } }),
    // Not stored yet where the sandbox asks before the number has it.
    retry: false,
    refetchInterval: ({ state: { status, data: told } }) =>
      status === 'error' || told?.outcome === 'waiting' ? LOOK_AGAIN_MS : false,
  })
  const changes = useContactChanges({ clientId, jid })
  const reader = useReader(data?.names ?? NO_NAMES)
  if (!data) return null
  if (onlyUnanswered && (data.outcome === 'answered' || data.outcome === 'none')) return null
  const { line, hint } = describeFate(words, { code: data.code, params: data.params } as Fate, reader)
  const run = data.runs.at(-1)
  return (
    <div
      className={`mt-1 flex max-w-[88%] items-start gap-1.5 px-1 text-[0.8125rem] sm:max-w-[72%] ${data.outcome === 'failed' ? 'text-bad' : 'text-ink-soft'}`}
    >
      <CircleHelp aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <p className="break-words">
        {line} {hint}{' '}
        {data.code === 'PAUSED' && !changes.isDone && (
          <button type="button" disabled={changes.isBusy} onClick={() => changes.handOff(0)} className={LINK}>
            {text.fate.giveBack}
          </button>
        )}{' '}
        {run && (
          <Link to="/runs/$runId" params={{ runId: run.flowStateId }} className={LINK}>
            {text.fate.openRun}
          </Link>
        )}
      </p>
    </div>
  )
}
