/** What a schema found wrong, as far as a sentence about it needs; the library's own sentence is in `message`. */
export interface Issue {
  code?: unknown
  message: string
  path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined
  keys?: unknown
  expected?: unknown
  values?: unknown
  origin?: unknown
  minimum?: unknown
  maximum?: unknown
  inclusive?: unknown
  exact?: unknown
  format?: unknown
  divisor?: unknown
}

/** How every sentence of the library begins. Those written in the contract say already what is to be given, and stay. */
const OF_THE_LIBRARY = /^(Invalid\b|Too (small|big)\b|Unrecognized key)/

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

const FORMATS: Readonly<Record<string, string>> = {
  email: 'an email address',
  url: 'an address such as https://example.com',
  guid: 'an id in the form of a UUID',
  uuid: 'an id in the form of a UUID',
  base64: 'the bytes of the file as base64',
  datetime: 'a time as ISO 8601 with a zone, such as 2026-01-01T12:00:00Z',
}

const COUNTED: Readonly<Record<string, string>> = { string: ' characters', array: ' entries' }

function describeType({ expected, message, path = [] }: Issue): string {
  const kind = KINDS[String(expected)] ?? `a value of the kind ${String(expected)}`
  if (path.length === 0) return `The input is ${kind} in JSON; this is something else.`
  return message.endsWith('received undefined') ? `This is missing. Give ${kind}.` : `Give ${kind}.`
}

function describeChoice(values: unknown): string {
  const shown = (Array.isArray(values) ? values : []).map((value) => JSON.stringify(value))
  return shown.length === 1 ? `Give ${shown[0]}.` : `Give one of ${shown.join(', ')}.`
}

/** Too little or too much: characters of a text, entries of a list, or a number itself. */
function describeSize(bound: unknown, word: string, strictWord: string, issue: Issue): string {
  const unit = COUNTED[String(issue.origin)] ?? ''
  if (issue.exact === true) return `Give exactly ${String(bound)}${unit}.`
  if (unit !== '' && bound === 1 && word === 'at least') return 'This may not be empty.'
  return `Give ${issue.inclusive === false ? strictWord : word} ${String(bound)}${unit}.`
}

function describeFormat(format: unknown): string {
  const named = FORMATS[String(format)]
  return named === undefined ? 'This does not have the form that is taken here.' : `Give ${named}.`
}

/** What is to be given instead, in words of ours: the library's are about its own types. */
export function describeIssue(issue: Issue): string {
  if (!OF_THE_LIBRARY.test(issue.message)) return issue.message
  switch (issue.code) {
    case 'invalid_type':
      return describeType(issue)
    case 'invalid_value':
      return describeChoice(issue.values)
    case 'too_small':
      return describeSize(issue.minimum, 'at least', 'more than', issue)
    case 'too_big':
      return describeSize(issue.maximum, 'at most', 'less than', issue)
    case 'invalid_format':
      return describeFormat(issue.format)
    case 'not_multiple_of':
      return `Give a multiple of ${String(issue.divisor)}.`
    default:
      return 'This is none of what is taken here; the reference page shows the possible forms.'
  }
}
