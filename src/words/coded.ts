/** Something by a code, with what varies. */
export interface Coded {
  code: string
  params: object
}

/** The sentence for a code; one of a newer service has no words here, and stays. */
export function renderCoded(words: object, { code, params }: Coded): string {
  if (!Object.hasOwn(words, code)) return code
  const sentence = (words as Readonly<Record<string, string | ((params: object) => string)>>)[code]
  return typeof sentence === 'function' ? sentence(params) : (sentence ?? code)
}
