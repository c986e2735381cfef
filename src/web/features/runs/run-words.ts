import { nodes as enNodes } from '../../i18n/en/editor-nodes.ts'
import { runWords as en } from '../../i18n/en/run-words.ts'
import { createTextHook } from '../../i18n/language.tsx'
import { nodes as ptNodes } from '../../i18n/pt/editor-nodes.ts'
import { runWords as pt } from '../../i18n/pt/run-words.ts'

export type RunWords = typeof en & { nodeTypes: typeof enNodes.types }

/** Words for what the service wrote down about a run; with the pages of runs only. */
export const useRunWords = createTextHook<RunWords>({
  en: { ...en, nodeTypes: enNodes.types },
  pt: { ...pt, nodeTypes: ptNodes.types },
})

/** The words for a code; a code that a newer service gives is shown as it is. */
export const say = (words: Readonly<Record<string, string>>, code: string): string => words[code] ?? code

/** Why a run failed: the words for its code, and the sentence that follows a code as in `NODE_ERROR: why`. */
export function describeError(error: string, { runErrors }: RunWords): { what: string; why: string } {
  const [, code = error, why = ''] = /^([A-Z_]+): (.*)$/s.exec(error) ?? []
  return { what: say(runErrors, code), why }
}

/** Each shape of a summary that the engine writes, and how it is told; the rest of a summary is what people wrote. */
const SHAPES: readonly (readonly [RegExp, (parts: readonly string[], words: RunWords) => string | null])[] = [
  [/^human (".*)$/s, ([text = ''], words) => `${words.events.human_message} ${text}`],
  [/^resume at (.+)$/s, ([node = ''], words) => words.resumedAt(node)],
  [/^schedule (.+) of \S+$/s, ([node = ''], words) => words.scheduled(node)],
  [/^http (\d+) (\d+) B$/, ([status = '', bytes = ''], words) => words.httpAnswer(status, bytes)],
  [/^code (\d+) B$/, ([bytes = ''], words) => words.scriptResult(bytes)],
  [
    /^effect failed: (.+)$/s,
    ([code = ''], words) => `${words.events.effect_failed}: ${say(words.effectErrors, code)}`,
  ],
  [/^send failed: (.+)$/s, ([why = ''], words) => `${words.events.send_failed}: ${why}`],
  [
    /^(blacklist|favourite) (true|false)$/,
    ([flag = '', value], words) => `${say(words.flags, flag)}: ${value === 'true' ? words.yes : words.no}`,
  ],
  [
    /^(\w+)( ".*)?$/s,
    ([type = '', text = ''], { messages }) => (type in messages ? `${say(messages, type)}${text}` : null),
  ],
]

interface ToldEvent {
  eventType: string
  payloadSummary: string | null
}

/** One line that says what an event was, in the language of the reader. What contacts wrote stays as it is. */
export function describeEvent({ eventType, payloadSummary }: ToldEvent, words: RunWords): string {
  const name = say(words.events, eventType)
  const summary = payloadSummary ?? ''
  // Most events are summed up by their type, or by that and an id.
  if (summary === '' || summary.replaceAll(' ', '_') === eventType || /^(start \S+|resume)$/.test(summary))
    return name
  for (const [shape, tell] of SHAPES) {
    const found = shape.exec(summary)
    const told = found && tell(found.slice(1), words)
    if (told) return told
  }
  return summary
}

interface ToldAction {
  k: string
  type?: string
  var?: string
}

/** What a move did besides sending, in a few words. */
export const describeActions = (actions: readonly ToldAction[], words: RunWords): string =>
  actions
    .map(({ k, type, var: name }) => {
      const what = type === undefined ? name : say(words.messages, type)
      return [say(words.actions, k), what].filter(Boolean).join(' ')
    })
    .join(', ')

/** What kind of node was left; `flow` stands for the flow as a whole. */
export const nameNodeType = (type: string, { nodeTypes }: RunWords): string => nodeTypes[type]?.name ?? type
