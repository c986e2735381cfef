import { type Finding, finding, type Issue } from '../findings.ts'
import { RESERVED_ROOTS, ROOT_FIELDS } from '../nodes/fields/text-field.ts'
import type { TextField } from '../nodes/node-type.ts'
import type { GraphView } from './graph.ts'

const SECRET_SHAPES = [
  /\b(sk|pk|rk)_(live|test)_[A-Za-z0-9]{16,}/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bgh[pousr]_[A-Za-z0-9]{30,}/,
  /\bxox[abprs]-[A-Za-z0-9-]{10,}/,
  /\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]+/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
]

const UNSET_ROOTS = new Set<string>(RESERVED_ROOTS)
const FIELDS = new Map<string, readonly string[]>(Object.entries(ROOT_FIELDS))

/** Templates and patterns that do not parse, names nobody sets, secrets where they do not belong. */
export function checkTexts(view: GraphView): Issue[] {
  const known = new Set(view.definition.variables.map((variable) => variable.name))
  for (const node of view.snapshot.nodes.values()) for (const name of node.writes) known.add(name)
  const issues: Issue[] = []
  for (const node of view.snapshot.nodes.values()) {
    for (const field of node.texts) {
      for (const issue of checkField(field, view, known))
        issues.push({ ...issue, nodeId: node.id, path: field.path })
    }
  }
  const { fallbackText } = view.definition
  if (fallbackText) {
    const field: TextField = { path: 'fallbackText', text: fallbackText, kind: 'template' }
    for (const issue of checkField(field, view, known)) issues.push({ ...issue, path: field.path })
  }
  return issues
}

function checkField(field: TextField, view: GraphView, known: ReadonlySet<string>): Issue[] {
  const { expressions } = view.snapshot
  if (field.kind === 'pattern') {
    const pattern = expressions.pattern(field.text, field.caseSensitive ?? false)
    return pattern.ok ? [] : [invalid(pattern.problem)]
  }
  const parsed = expressions[field.kind](field.text)
  if (!parsed.ok) return [invalid(parsed.problem)]
  const issues = readPaths(parsed.value.reads())
    .filter(([root = '']) => !field.names?.includes(root))
    .flatMap((path) => (path[0] === 'secrets' ? checkSecret(path, field) : checkPath(path, known)))
  if (SECRET_SHAPES.some((shape) => shape.test(field.text))) {
    const held = finding('SECRET_IN_TEXT', { path: field.path })
    issues.push({ code: 'SECRET_IN_TEXT', severity: 'warning', ...held })
  }
  return issues
}

/** Each path once, as text segments. */
function readPaths(reads: (string | number)[][]): string[][] {
  const seen = new Map<string, string[]>()
  for (const read of reads) {
    const path = read.filter((segment) => !Array.isArray(segment)).map(String)
    seen.set(path.join('.'), path)
  }
  return [...seen.values()]
}

/** A secret stands alone between its braces: a filter or tag would see a placeholder, never the value. */
function checkSecret([, name = '']: string[], { text, allowsSecrets }: TextField): Issue[] {
  if (!allowsSecrets) return [invalid(finding('SECRET_NOT_HERE'))]
  const isPlain =
    text.replace(/\{\{-?\s*secrets\.[A-Za-z_]\w{0,63}\s*-?\}\}/g, '').includes('secrets') === false
  return isPlain ? [] : [invalid(finding('SECRET_NOT_ALONE', { name: name || 'name' }))]
}

function checkPath(path: string[], known: ReadonlySet<string>): Issue[] {
  const [root = '', name] = path
  if (root === 'vars') return name === undefined || known.has(name) ? [] : [undefinedVariable(name)]
  const fields = FIELDS.get(root)
  if (fields && name !== undefined && !fields.includes(name)) return [unknownField(root, name, fields)]
  if (UNSET_ROOTS.has(root) || known.has(root)) return []
  if (path.length > 1) {
    return [invalid(finding('ROOT_UNKNOWN', { name: path.join('.'), root }))]
  }
  return [undefinedVariable(root)]
}

function undefinedVariable(name: string): Issue {
  return { code: 'UNDEFINED_VARIABLE', severity: 'warning', ...finding('NEVER_SET', { name }) }
}

function unknownField(root: string, name: string, fields: readonly string[]): Issue {
  const empty = finding('ALWAYS_EMPTY', { name: `${root}.${name}`, root, fields: fields.join(', ') })
  return { code: 'UNDEFINED_VARIABLE', severity: 'warning', ...empty }
}

function invalid(found: Finding): Issue {
  return { code: 'INVALID_DATA', severity: 'error', ...found }
}
