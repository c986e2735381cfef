import { useEffect, useState } from 'react'
import type { EffectAnswer } from '../../../core/flow/index.ts'
import { api } from '../../app/api.ts'
import { useNotify } from '../../ui/messages/notify.ts'
import type { Act, OpenEffect, TalkLine } from '../model/simulate/flow-simulator.ts'

/** What was found, for the run that asked and for who looks on. */
export function toAnswer({
  pieces,
}: Awaited<ReturnType<typeof api.knowledge.search>>): [EffectAnswer, TalkLine] {
  const found = pieces.map(({ documentId, title, url, heading, page, row, text }) => ({
    ...{ documentId, title, url, heading, page, row, text },
  }))
  return [{ found }, { kind: 'searched', pieces: found.length }]
}

/**
 * Looks for real for what the conversation waits for, by the service. Answers whether that is under way; when the service refuses,
 * the answer is left to the person.
 */
export function useLiveSearches(effect: OpenEffect | undefined, isLive: boolean, act: Act): boolean {
  const notify = useNotify()
  const [refused, setRefused] = useState<string | null>(null)
  const search = effect?.search
  const effectId = effect?.effectId ?? null
  const isSearching = isLive && search != null && refused !== effectId
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is looked for once for each effect, whatever else changes
  useEffect(() => {
    if (!isSearching || !search) return
    const controller = new AbortController()
    const { signal } = controller
    const { question, collections, maxPieces: limit } = search
    const asked = { question, limit, ...(collections && { collections: [...collections] }) }
    api.knowledge.search(asked, { signal }).then(
      (answer) => {
        if (signal.aborted) return
        const [given, line] = toAnswer(answer)
        act((simulator) => simulator.answerEffect('knowledge', given, line))
      },
      (error: unknown) => {
        if (signal.aborted) return
        notify.failed(error)
        setRefused(effectId)
      },
    )
    return () => controller.abort()
  }, [isSearching, effectId])
  return isSearching
}
