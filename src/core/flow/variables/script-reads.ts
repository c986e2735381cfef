/** A variable a script reads by name, and where in the source that name stands. */
export interface ScriptRead {
  name: string
  at: number
}

const SKIPPED = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/y
const PATTERN = /\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y
const READ = /vars\s*(?:(?:\?\.|\.)\s*([A-Za-z_]\w*)|(?:\?\.\s*)?\[\s*(['"])([A-Za-z_]\w*)\2\s*\])/dy
const WORD = /[\w$]+/y
const TEMPLATE_TEXT = /(?:\\[\s\S]|\$(?!\{)|[^`\\$])*/y

const matchAt = (pattern: RegExp, source: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(source)
}

const lengthAt = (pattern: RegExp, source: string, at: number): number =>
  matchAt(pattern, source, at)?.[0].length ?? 0

/** After these a slash begins a pattern; after anything else it divides. */
const BEFORE_PATTERN = /(?:^|[(,=:[!&|?{};~^+\-*%<>]|\breturn|\btypeof|\bcase)\s*$/

/**
 * Every `vars.name` and `vars["name"]` of a script, outside of its texts, comments and patterns. A script that takes
 * variables apart in another way, such as `const { name } = vars`, is not seen through.
 */
export function listScriptReads(source: string): ScriptRead[] {
  const reads: ScriptRead[] = []
  /** One entry for each open template literal: the braces that are open within its `${`. */
  const open: number[] = []
  const afterTemplateText = (from: number): number => {
    const end = from + lengthAt(TEMPLATE_TEXT, source, from)
    if (!source.startsWith('${', end)) return end + 1
    open.push(0)
    return end + 2
  }
  const afterBrace = (step: 1 | -1, from: number): number => {
    const depth = open.at(-1)
    if (depth === undefined) return from + 1
    if (step > 0 || depth > 0) open[open.length - 1] = depth + step
    else {
      open.pop()
      return afterTemplateText(from + 1)
    }
    return from + 1
  }
  const after = (from: number): number => {
    const skipped = lengthOfSkipped(source, from)
    if (skipped > 0) return from + skipped
    const char = source[from]
    if (char === '`') return afterTemplateText(from + 1)
    if (char === '{' || char === '}') return afterBrace(char === '{' ? 1 : -1, from)
    const read = readAt(source, from)
    if (read) reads.push(read)
    return from + Math.max(1, lengthAt(WORD, source, from))
  }
  for (let at = 0; at < source.length; at = after(at));
  return reads
}

function lengthOfSkipped(source: string, at: number): number {
  const length = lengthAt(SKIPPED, source, at)
  if (length > 0 || source[at] !== '/') return length
  return BEFORE_PATTERN.test(source.slice(Math.max(0, at - 40), at)) ? lengthAt(PATTERN, source, at) : 0
}

function readAt(source: string, at: number): ScriptRead | null {
  const read = isPartOfPath(source, at) ? null : matchAt(READ, source, at)
  const place = read?.indices?.[1] ?? read?.indices?.[3]
  return read && place ? { name: read[1] ?? read[3] ?? '', at: place[0] } : null
}

/** True behind a point: `other.vars` is not the variables of the run. */
function isPartOfPath(source: string, at: number): boolean {
  return /(?<!\.\.)\.\s*$/.test(source.slice(Math.max(0, at - 20), at))
}
