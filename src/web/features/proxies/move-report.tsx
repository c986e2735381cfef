import { CLIENT_STATUS, type StatusCode } from '../../../core/client/client-status.ts'
import { useText } from '../../i18n/language.tsx'
import { useServiceSentence } from '../../i18n/service-sentence.ts'
import { useProxiesText } from './proxies-text.ts'

export interface Moves {
  restarted: string[]
  failed: { clientId: string; error: string }[]
}

const NOT_RESTARTED = 'It was not restarted. '
const CODES = Object.keys(CLIENT_STATUS) as StatusCode[]

/** Why a client is not up: the sentence of its state, or what went wrong. */
function useMoveError(): (error: string) => string {
  const { statusCodes } = useText()
  const text = useProxiesText()
  const toSentence = useServiceSentence()
  return (error) => {
    const rest = error.startsWith(NOT_RESTARTED) ? error.slice(NOT_RESTARTED.length) : error
    const prefix = rest === error ? '' : `${text.leftAlone} `
    const code = CODES.find((one) => rest.startsWith(CLIENT_STATUS[one].sentence))
    if (!code) return prefix + toSentence(rest)
    return prefix + statusCodes[code].sentence + rest.slice(CLIENT_STATUS[code].sentence.length)
  }
}

/** What became of the clients whose proxy changed. */
export function MoveReport({ moves: { restarted, failed } }: { moves: Moves }) {
  const text = useProxiesText()
  const toSentence = useMoveError()
  return (
    <>
      <p>{text.moved(restarted.length)}</p>
      {failed.length > 0 && (
        <div>
          <p className="font-medium text-bad">{text.notRestarted(failed.length)}</p>
          <ul className="mt-1 space-y-1 text-[0.8125rem]">
            {failed.map(({ clientId, error }) => (
              <li key={clientId} className="break-words">
                <code>{clientId}</code> {toSentence(error)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
