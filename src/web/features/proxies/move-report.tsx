import { useProxiesText } from './proxies-text.ts'

export interface Moves {
  restarted: string[]
  failed: { clientId: string; error: string }[]
}

/** What became of the clients whose proxy changed. */
export function MoveReport({ moves: { restarted, failed } }: { moves: Moves }) {
  const text = useProxiesText()
  return (
    <>
      <p>{text.moved(restarted.length)}</p>
      {failed.length > 0 && (
        <div>
          <p className="font-medium text-bad">{text.notRestarted(failed.length)}</p>
          <ul className="mt-1 space-y-1 text-[0.8125rem]">
            {failed.map(({ clientId, error }) => (
              <li key={clientId} className="break-words">
                <code>{clientId}</code> {error}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
