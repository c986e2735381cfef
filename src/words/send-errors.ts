import type {
  EndedByRefusal,
  SendError,
  SendErrorParams,
  UnknownCauses,
} from '../core/conversation/send-error.ts'
import type { Sentences } from './sentences.ts'

/** Why a message was not sent, in one language; a language without one of the codes does not compile. */
export interface SendErrorWords {
  /** Of `OUTCOME_UNKNOWN`. */
  unknown: Sentences<Omit<UnknownCauses, 'sent_before' | 'other'>>
  sentBefore: (refusal: string) => string
  /** By the server's own code; of others `refusedWith`. */
  refused: Readonly<Record<string, string>>
  refusedWith: (code: string) => string
  until: (until: string | null) => string
  errors: Sentences<
    Omit<SendErrorParams, 'OUTCOME_UNKNOWN' | 'REFUSED' | 'REFUSAL' | 'OTHER' | 'ALBUM_INCOMPLETE'>
  >
  album: (params: SendErrorParams['ALBUM_INCOMPLETE']) => string
}

type Render = (params: Readonly<Record<string, unknown>>) => string

/** Nothing of a code of a newer service. */
function renderSentence(
  sentence: string | Render | undefined,
  params: Readonly<Record<string, unknown>>,
): string {
  return typeof sentence === 'function' ? sentence(params) : (sentence ?? '')
}

function renderUnknown(
  words: SendErrorWords,
  params: SendErrorParams['OUTCOME_UNKNOWN'],
  renderRefusal: (refusal: EndedByRefusal) => string,
): string {
  if (params.cause === 'other') return params.sentence
  if (params.cause === 'sent_before') return words.sentBefore(renderRefusal(params.refusal))
  const { cause, ...rest } = params
  return renderSentence(words.unknown[cause] as string | Render | undefined, rest)
}

/** The sentence of why a message was not sent, without the code that the interface puts before it. */
export function renderSendError(
  words: SendErrorWords,
  { code, params }: SendError,
  renderRefusal: (refusal: EndedByRefusal) => string,
): string {
  switch (code) {
    case 'OUTCOME_UNKNOWN':
      return renderUnknown(words, params, renderRefusal)
    case 'REFUSED':
      return words.refused[params.code] ?? words.refusedWith(params.code)
    case 'REFUSAL':
      return renderRefusal(params)
    case 'ALBUM_INCOMPLETE':
      return words.album(params)
    case 'OTHER':
      return params.sentence
    default:
      return renderSentence(words.errors[code] as string | Render | undefined, params)
  }
}
