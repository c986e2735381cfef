import { useEffect, useState } from 'react'
import type { AiEffect, EffectAnswer } from '../../../core/flow/index.ts'
import { api } from '../../app/api.ts'
import { useNotify } from '../../ui/messages/notify.ts'
import type { Act, OpenEffect, TalkLine } from '../model/simulate/flow-simulator.ts'

type Answered = Awaited<ReturnType<typeof api.models.ask>>
type Line = Parameters<typeof api.models.ask>[0]['conversation']

/** What the model is shown of the conversation in the simulator: as many lines as it would be shown of a real one. */
export function toConversation(
  lines: readonly TalkLine[],
  { historyTurns, said, turns = [] }: Pick<AiEffect, 'historyTurns' | 'said' | 'turns'>,
): NonNullable<Line> {
  const spoken = lines.flatMap((line) =>
    line.kind === 'contact' || line.kind === 'human' || line.kind === 'flow'
      ? [{ fromMe: line.kind !== 'contact', text: line.text }]
      : [],
  )
  // What the contact said since is among the turns.
  const since = turns.filter((turn) => 'said' in turn).length
  const before = since === 0 ? spoken : spoken.slice(0, -since)
  const shown = historyTurns + (said === null ? 0 : 1)
  return shown === 0 ? [] : before.slice(-shown)
}

/** What an answer came to, for the run that asked and for who looks on. */
export function toAnswer({
  text,
  calls,
  object,
  route,
  sources,
  usage,
  error,
}: Answered): [EffectAnswer, TalkLine] {
  if (error !== null) return [{ error: error.code }, { kind: 'asked', usage: null, error: error.code }]
  const given =
    text !== undefined ? { text, ...(calls && { calls }) } : route !== undefined ? { route } : { object }
  return [
    { ...given, ...(sources && { sources }), ...(usage && { usage }) },
    { kind: 'asked', usage, error: null },
  ]
}

/**
 * Asks the model that the conversation waits for for real, by the service, which knows its key. Answers whether that is under way;
 * when the service refuses to ask at all, the answer is left to the person.
 */
export function useLiveQuestions(
  effect: OpenEffect | undefined,
  lines: readonly TalkLine[],
  isLive: boolean,
  act: Act,
): boolean {
  const notify = useNotify()
  const [refused, setRefused] = useState<string | null>(null)
  const question = effect?.question
  const effectId = effect?.effectId ?? null
  const isAsking = isLive && question != null && refused !== effectId
  // biome-ignore lint/correctness/useExhaustiveDependencies: a model is asked once for each effect, whatever else changes
  useEffect(() => {
    if (!isAsking || !question) return
    const controller = new AbortController()
    const { signal } = controller
    const { model, instructions, facts, prompt, turns = [], knowledge, maxTokens, timeoutMs } = question
    const task = question.task as Parameters<typeof api.models.ask>[0]['task']
    const conversation = toConversation(lines, question)
    const asked = {
      ...{ model, task, instructions, facts, prompt, conversation, maxTokens, timeoutMs },
      ...(knowledge && {
        knowledge: { ...knowledge, collections: knowledge.collections && [...knowledge.collections] },
      }),
      turns: turns as Parameters<typeof api.models.ask>[0]['turns'],
    }
    api.models.ask(asked, { signal }).then(
      (answer) => {
        if (signal.aborted) return
        const [given, line] = toAnswer(answer)
        act((simulator) => simulator.answerEffect('ai', given, line))
      },
      (error: unknown) => {
        if (signal.aborted) return
        notify.failed(error)
        setRefused(effectId)
      },
    )
    return () => controller.abort()
  }, [isAsking, effectId])
  return isAsking
}
