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

type Say = (params: Readonly<Record<string, unknown>>) => string

/** Nothing of a code of a newer service. */
function saySentence(sentence: string | Say | undefined, params: Readonly<Record<string, unknown>>): string {
  return typeof sentence === 'function' ? sentence(params) : (sentence ?? '')
}

function sayUnknown(
  words: SendErrorWords,
  params: SendErrorParams['OUTCOME_UNKNOWN'],
  sayRefusal: (refusal: EndedByRefusal) => string,
): string {
  if (params.cause === 'other') return params.sentence
  if (params.cause === 'sent_before') return words.sentBefore(sayRefusal(params.refusal))
  const { cause, ...rest } = params
  return saySentence(words.unknown[cause] as string | Say | undefined, rest)
}

/** The sentence of why a message was not sent, without the code that the interface puts before it. */
export function saySendError(
  words: SendErrorWords,
  { code, params }: SendError,
  sayRefusal: (refusal: EndedByRefusal) => string,
): string {
  switch (code) {
    case 'OUTCOME_UNKNOWN':
      return sayUnknown(words, params, sayRefusal)
    case 'REFUSED':
      return words.refused[params.code] ?? words.refusedWith(params.code)
    case 'REFUSAL':
      return sayRefusal(params)
    case 'ALBUM_INCOMPLETE':
      return words.album(params)
    case 'OTHER':
      return params.sentence
    default:
      return saySentence(words.errors[code] as string | Say | undefined, params)
  }
}
