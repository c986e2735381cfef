import type { Issue } from './issues.ts'
import type { TextField } from './nodes/node-type.ts'
import { RESERVED_ROOTS, ROOT_FIELDS } from './nodes/text-field.ts'
import type { GraphView } from './validate-graph.ts'

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
    return pattern.ok ? [] : [invalid(`${field.path}: ${pattern.message}`)]
  }
  const parsed =
    field.kind === 'expression' ? expressions.expression(field.text) : expressions.template(field.text)
  if (!parsed.ok) return [invalid(`${field.path}: ${parsed.message}`)]
  const issues = readPaths(parsed.value.reads()).flatMap((path) =>
    path[0] === 'secrets' ? checkSecret(path, field) : checkPath(path, field.path, known),
  )
  if (SECRET_SHAPES.some((shape) => shape.test(field.text))) {
    const message = `${field.path} seems to hold a secret; store it as a secret of the server instead.`
    issues.push({ code: 'SECRET_IN_TEXT', severity: 'warning', message })
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
function checkSecret([, name = '']: string[], { path, text, allowsSecrets }: TextField): Issue[] {
  if (!allowsSecrets) {
    return [invalid(`${path}: secrets can be used in http, ai and webhook fields only; remove it here`)]
  }
  const isPlain =
    text.replace(/\{\{-?\s*secrets\.[A-Za-z_]\w{0,63}\s*-?\}\}/g, '').includes('secrets') === false
  if (isPlain) return []
  return [
    invalid(`${path}: write the secret as {{ secrets.${name || 'name'} }}, without filters or conditions`),
  ]
}

function checkPath(path: string[], place: string, known: ReadonlySet<string>): Issue[] {
  const [root = '', name] = path
  if (root === 'vars') return name === undefined || known.has(name) ? [] : [undefinedVariable(name, place)]
  const fields = FIELDS.get(root)
  if (fields && name !== undefined && !fields.includes(name)) return [unknownField(root, name, fields, place)]
  if (UNSET_ROOTS.has(root) || known.has(root)) return []
  if (path.length > 1) {
    return [
      invalid(
        `${place}: "${path.join('.')}" starts with "${root}", which is neither a variable nor a known root`,
      ),
    ]
  }
  return [undefinedVariable(root, place)]
}

function undefinedVariable(name: string, place: string): Issue {
  const message = `${place}: nothing in this flow sets "${name}"; it will be empty unless an input gives it.`
  return { code: 'UNDEFINED_VARIABLE', severity: 'warning', message }
}

function unknownField(root: string, name: string, fields: readonly string[], place: string): Issue {
  const message = `${place}: "${root}.${name}" is always empty; of ${root} there are ${fields.join(', ')}.`
  return { code: 'UNDEFINED_VARIABLE', severity: 'warning', message }
}

function invalid(message: string): Issue {
  return { code: 'INVALID_DATA', severity: 'error', message }
}
