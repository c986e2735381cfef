type Findings = readonly (readonly [english: string, translated: string])[]

const PLACE = '{}'

/** What stands at the places of a pattern; null when the sentence is not of this pattern. */
function readPlaces(pattern: string, sentence: string): string[] | null {
  const parts = pattern.split(PLACE).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('(.+?)')}$`, 's').exec(sentence)?.slice(1) ?? null
}

function translateSentence(sentence: string, findings: Findings): string | null {
  for (const [english, translated] of findings) {
    const places = readPlaces(english, sentence)
    if (!places) continue
    return translated
      .split(PLACE)
      .map((part, index) => part + (places[index] ?? ''))
      .join('')
  }
  return null
}

/** A finding of the validator in another language, its path left as it is; one that is not known stays as it came. */
export function translateFinding(message: string, path: string | undefined, findings: Findings): string {
  const prefix = path !== undefined && message.startsWith(`${path}: `) ? `${path}: ` : ''
  const rest = message.slice(prefix.length)
  const whole = translateSentence(rest, findings)
  if (whole !== null) return prefix + whole
  // Some name a place within a field before the sentence.
  const place = /^[\w.[\]]+: /.exec(rest)?.[0] ?? ''
  const after = translateSentence(rest.slice(place.length), findings)
  return after === null ? message : prefix + place + after
}
