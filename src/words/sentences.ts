/** A sentence for a code: plain where nothing varies, else made of what does. */
type Sentence<P> = string extends keyof P ? string : (params: P) => string

/** A sentence for each code of a map from codes to their parameters. */
export type Sentences<All> = { readonly [Code in keyof All]: Sentence<All[Code]> }
