import { useEffect, useState } from 'react'
import type { EffectAnswer } from '../../../core/flow/index.ts'
import { api } from '../../app/api.ts'
import { useNotify } from '../../ui/messages/notify.ts'
import { useEditor } from '../editor-context.tsx'
import type { Act, OpenEffect, TalkLine } from '../model/simulate/flow-simulator.ts'

type Called = Extract<TalkLine, { kind: 'called' }>

/** What a call came to, for the run that asked and for who looks on. */
export function toAnswer({
  status,
  headers,
  body,
  error,
}: Awaited<ReturnType<typeof api.flows.callHttp>>): [EffectAnswer, Called] {
  if (status === null || error !== null) {
    const code = error?.code ?? 'FAILED'
    return [{ error: code }, { kind: 'called', status: null, error: code }]
  }
  return [
    { status, headers, body },
    { kind: 'called', status, error: null },
  ]
}

/**
 * Makes the call the conversation waits for for real, by the service, which knows the secrets. Answers whether one is under
 * way; when the service refuses to call at all, the answer is left to the person.
 */
export function useLiveCalls(effect: OpenEffect | undefined, isLive: boolean, act: Act): boolean {
  const { flowId } = useEditor()
  const notify = useNotify()
  const [refused, setRefused] = useState<string | null>(null)
  const call = effect?.call
  const effectId = effect?.effectId ?? null
  const isCalling = isLive && call != null && refused !== effectId
  // biome-ignore lint/correctness/useExhaustiveDependencies: a call is made once for each effect, whatever else changes
  useEffect(() => {
    if (!isCalling || !call) return
    const controller = new AbortController()
    const { signal } = controller
    // The contract's own type of what the engine only reads.
    const request = call.request as Parameters<typeof api.flows.callHttp>[0]['request']
    api.flows.callHttp({ id: flowId, request, timeoutMs: call.timeoutMs }, { signal }).then(
      (answer) => {
        if (signal.aborted) return
        const [given, line] = toAnswer(answer)
        act((simulator) => simulator.answerEffect('http', given, line))
      },
      (error: unknown) => {
        if (signal.aborted) return
        notify.failed(error)
        setRefused(effectId)
      },
    )
    return () => controller.abort()
  }, [isCalling, effectId])
  return isCalling
}
