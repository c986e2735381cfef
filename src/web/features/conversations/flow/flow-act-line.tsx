import { Link } from '@tanstack/react-router'
import type { RunFailure } from '../../../../core/flow/index.ts'
import { useDates } from '../../../i18n/dates.ts'
import { useRunFailureSentence } from '../../../i18n/run-failures.ts'
import { classes } from '../../../ui/classes.ts'
import { type FlowAct, readBeginning } from './flow-lines.ts'
import { quote, useFlowDeskText, useStepName } from './flow-text.ts'

/** What a flow did, in a few words; why it failed follows after. */
function useActWords(): (act: FlowAct) => string {
  const { acts: text } = useFlowDeskText()
  const nameStep = useStepName()
  const at = (step: Parameters<typeof nameStep>[0] | null): string =>
    step ? ` ${text.startedAt(quote(nameStep(step)))}` : ''
  return ({ run, what }) => {
    const flow = quote(run.flowName)
    const { state, began, step } = run
    if (what === 'ended') {
      const ended = state === 'failed' || state === 'cancelled' || state === 'expired' ? state : 'completed'
      return `${text.ended[ended](flow)}${ended === 'failed' ? at(step) : ''}`
    }
    const test = run.isTest ? ` (${text.test})` : ''
    const isTrigger = began.step?.type.startsWith('trigger.') ?? true
    return `${text.began[readBeginning(run)](flow)}${isTrigger && !began.step?.label ? '' : at(began.step)}${test}`
  }
}

/** A flow began or ended, between the messages of its time. */
export function FlowActLine({ act }: { act: FlowAct }) {
  const toWords = useActWords()
  const renderFailure = useRunFailureSentence()
  const dates = useDates()
  const { run, what, at } = act
  const hasFailed = what === 'ended' && run.state === 'failed'
  const why = hasFailed && run.failure ? `: ${renderFailure(run.failure as RunFailure)}` : ''
  return (
    <li className="flex justify-center px-2 py-0.5">
      <p
        dir="auto"
        className={classes(
          'max-w-full text-center text-[0.8125rem] break-words',
          hasFailed ? 'text-bad' : 'text-ink-soft',
        )}
      >
        <Link
          to="/runs/$runId"
          params={{ runId: run.flowStateId }}
          className="underline-offset-2 hover:underline"
        >
          {toWords(act)}
        </Link>
        {why}{' '}
        <time dateTime={at} title={dates.exact(at)} className="text-xs whitespace-nowrap tabular-nums">
          {dates.time(at)}
        </time>
      </p>
    </li>
  )
}
