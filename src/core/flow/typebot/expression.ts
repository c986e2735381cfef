/** What the expression of a `Set variable` block comes to, as far as it can be told before it runs. */
export type ExpressionKind =
  | { kind: 'empty' | 'text' | 'single' | 'code' }
  | { kind: 'number'; value: string }
  /** The variable itself and a number more. */
  | { kind: 'sum'; name: string; amount: number }

const SINGLE = /^\{\{[^{}]+\}\}$/
const SUM = /^\{\{([^{}]+)\}\}\s*([+-])\s*(\d+(?:\.\d+)?)$/
const GLOBALS =
  'true false null undefined NaN Infinity this globalThis Math Date JSON Object Array String Number Boolean RegExp Symbol'.split(
    ' ',
  )
/** What makes words a script: calls, members, operators, quotes. */
const SCRIPT_SIGNS = /[()[\]`"=<>*/%?|&;]|\breturn\b|\w\.\w|[\d}]\s*[-+]\s*[\d{(]/

/**
 * Over there every expression is run as a script, and what is none (an error) is taken as a text. So `he` and
 * `Good morning` are texts, `{{Score}} + 5` is a sum, and `2000` a number.
 */
export function readExpression(expression: string): ExpressionKind {
  const trimmed = expression.trim()
  if (trimmed === '') return { kind: 'empty' }
  if (SINGLE.test(expression)) return { kind: 'single' }
  if (!Number.isNaN(Number(trimmed))) return readNumber(trimmed)
  const [, name, sign, amount] = SUM.exec(trimmed) ?? []
  if (name !== undefined) return { kind: 'sum', name, amount: Number(`${sign}${amount}`) }
  return { kind: isText(trimmed) ? 'text' : 'code' }
}

/** A number keeps its form when it may be read as octal. */
function readNumber(text: string): ExpressionKind {
  const value = /0[^.].+/.test(text) ? text : String(Number(text))
  return /^-?\d{1,15}(\.\d{1,10})?$/.test(value) ? { kind: 'number', value } : { kind: 'text' }
}

function isText(expression: string): boolean {
  if (/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(expression)) return !GLOBALS.includes(expression)
  // A name right after or before another one is a name nobody knows.
  if (/\}\}\{\{|[\w$]\{\{|\}\}[\w$]/.test(expression) && !/["'`]/.test(expression)) return true
  const source = expression.replace(/\{\{[^{}]+\}\}/g, '_0')
  const compiled = compiles(/\breturn /.test(source) ? source : `return ${source}`)
  if (compiled !== null) return !compiled
  return /^https?:/.test(expression) || !SCRIPT_SIGNS.test(expression)
}

/** Whether it is a script at all; null where this place may not compile. Nothing is run. */
function compiles(source: string): boolean | null {
  try {
    Reflect.construct(Function, [source])
    return true
  } catch (error) {
    return error instanceof SyntaxError ? false : null
  }
}
