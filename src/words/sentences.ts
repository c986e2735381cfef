/** A sentence for a code: plain where nothing varies, else made of what does. */
type Sentence<P> = string extends keyof P ? string : (params: P) => string

/** A sentence for each code of a map from codes to their parameters. */
export type Sentences<All> = { readonly [Code in keyof All]: Sentence<All[Code]> }

/** For a sentence inside another one. */
export const withoutFullStop = (sentence: string): string => sentence.replace(/\.$/, '')

/** Sentences behind each other; null where there is none. */
export const joinSentences = (...sentences: readonly (string | null)[]): string =>
  sentences.filter((sentence) => sentence !== null).join(' ')
