import type { Coded } from '../../../words/coded.ts'
import { useProxiesText } from './proxies-text.ts'
import { useMoveFailure } from './proxy-sentences.ts'

export interface Moves {
  restarted: string[]
  failed: { clientId: string; error: string; failure: Coded | null }[]
}

/** What became of the clients whose proxy changed. */
export function MoveReport({ moves: { restarted, failed } }: { moves: Moves }) {
  const text = useProxiesText()
  const toSentence = useMoveFailure()
  return (
    <>
      <p>{text.moved(restarted.length)}</p>
      {failed.length > 0 && (
        <div>
          <p className="font-medium text-bad">{text.notRestarted(failed.length)}</p>
          <ul className="mt-1 space-y-1 text-[0.8125rem]">
            {failed.map(({ clientId, error, failure }) => (
              <li key={clientId} className="break-words">
                <code>{clientId}</code> {toSentence(error, failure)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
