import {
  filters as builtinFilters,
  Context,
  evalToken,
  ForTag,
  Liquid,
  Output,
  type Template,
  toValue,
  toValueSync,
  type Value,
} from 'liquidjs'
import { type Finding, finding } from '../findings.ts'
import {
  MAX_TEMPLATE_CHARS,
  MAX_TEMPLATE_LOOP,
  MAX_TEMPLATE_OUTPUT_CHARS,
  MAX_TEMPLATE_PASSES,
  TEMPLATE_MEMORY_LIMIT,
  TEMPLATE_RENDER_LIMIT_MS,
} from '../limits.ts'
import { type RunFailure, runFailure } from '../run-failure.ts'
import { toText } from './conditions.ts'
import { addFilters } from './filters.ts'
import { NOT_PLAIN, type PlainParts, parsePlain, readPath, renderPlain } from './plain-template.ts'

const ALLOWED_TAGS = new Set(['if', 'unless', 'case', 'for', 'break', 'continue', 'assign'])
/** Built-in filters that read the clock, the dice or the disk; a step must be repeatable. */
const REFUSED_FILTERS = [
  'sample',
  'date_to_xmlschema',
  'date_to_rfc822',
  'date_to_string',
  'date_to_long_string',
]

/** The names a template can read, and what the filters need beside them. */
export interface TemplateScope {
  /** Variables at the top level plus the roots of docs/flows.md. */
  readonly values: object
  /** One name of `values`, without building the rest. */
  root(name: string): unknown
  readonly environment: FilterEnvironment
}

/** What filters know of the flow and the moment; nothing here is read from a clock. */
export interface FilterEnvironment {
  /** Epoch milliseconds of the event. */
  readonly now: number
  readonly timezone: string
  readonly locale: string
  readonly defaultCountry: string | null
  /** Seed of `pick_random`: run and node, so a replay picks the same. */
  readonly seed: string
}

/** A template or expression went over a limit or failed while it rendered; the run fails with NODE_ERROR. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError'
  readonly failure: RunFailure

  constructor(failure: RunFailure, options?: ErrorOptions) {
    super(failure.code, options)
    this.failure = failure
  }
}

/** A parsed text template; parse once per snapshot, render per step. */
export interface ParsedTemplate {
  readonly source: string
  /** Texts without `{{` and `{%` render to themselves. */
  readonly literal: boolean
  render(scope: TemplateScope): string
  /** The typed value when the text is one single `{{ output }}`, else the rendered text. */
  evaluate(scope: TemplateScope): unknown
  /** Variable paths the template reads, each as its segments, for lint and autocomplete. */
  reads(): (string | number)[][]
}

export type Parsed<T> = { ok: true; value: T } | { ok: false; problem: Finding }

/** How many items the loops of a text have run over, by what is rendered. */
const passes = new WeakMap<Context, number>()

/** The same for every machine, unlike a bound of time. */
function countPasses(context: Context, items: number): void {
  const sum = (passes.get(context) ?? 0) + items
  if (sum > MAX_TEMPLATE_PASSES)
    throw new TemplateError(runFailure('LOOPS_TOO_LONG', { most: MAX_TEMPLATE_PASSES }))
  passes.set(context, sum)
}

class BoundedForTag extends ForTag {
  override *render(...args: Parameters<ForTag['render']>): ReturnType<ForTag['render']> {
    const collection: unknown = yield evalToken(this.collection, args[0])
    const items = countItems(collection)
    if (items > MAX_TEMPLATE_LOOP) {
      throw new TemplateError(runFailure('LOOP_TOO_LONG', { most: MAX_TEMPLATE_LOOP }))
    }
    countPasses(args[0], items)
    return yield* super.render(...args)
  }
}

function countItems(collection: unknown): number {
  if (Array.isArray(collection)) return collection.length
  if (typeof collection === 'object' && collection !== null) return Object.keys(collection).length
  return 0
}

/** How inserted values are written: as they are, or percent-encoded for a URL. */
export type TemplateEncoding = 'text' | 'url'

/** Between the items of a list inside a text. */
const LIST_SEPARATOR = ', '

/** Reads values and expressions as they are. */
const engine = createEngine()
const textEngine = createEngine(valueToText)
const urlEngine = createEngine(encodeValue)

function createEngine(outputEscape?: (value: unknown) => string): Liquid {
  const liquid = new Liquid({
    ownPropertyOnly: true,
    strictFilters: true,
    parseLimit: MAX_TEMPLATE_CHARS,
    renderLimit: TEMPLATE_RENDER_LIMIT_MS,
    memoryLimit: TEMPLATE_MEMORY_LIMIT,
    templates: {},
    // Else it asks the system, for which Node loads what it knows of languages: 13 ms of each start.
    locale: 'en-US',
    ...(outputEscape ? { outputEscape } : {}),
  })
  for (const tag of Object.keys(liquid.tags)) if (!ALLOWED_TAGS.has(tag)) delete liquid.tags[tag]
  liquid.registerTag('for', BoundedForTag)
  for (const name of REFUSED_FILTERS) delete liquid.filters[name]
  addFilters(liquid, builtinFilters)
  return liquid
}

/** How Liquid writes a value, but a list with separators, at any depth. */
function valueToText(output: unknown): string {
  const value: unknown = toValue(output)
  if (value === null || value === undefined) return ''
  return Array.isArray(value) ? value.map(valueToText).join(LIST_SEPARATOR) : String(value)
}

function encodeValue(value: unknown): string {
  return encodeURIComponent(toText(value).toWellFormed())
}

/** Parses a text with `{{ }}` and `{% %}`; a refusal is for the person who wrote the text. */
export function parseTemplate(source: string, encoding: TemplateEncoding = 'text'): Parsed<ParsedTemplate> {
  if (!source.includes('{{') && !source.includes('{%')) return { ok: true, value: literalTemplate(source) }
  const parts = source.length <= MAX_TEMPLATE_CHARS ? parsePlain(source) : null
  const parser = encoding === 'url' ? urlEngine : textEngine
  if (parts) return { ok: true, value: plainTemplate(source, parts, parser) }
  try {
    return { ok: true, value: liquidTemplate(source, parser.parse(source)) }
  } catch (error) {
    return refuse(finding('UNREADABLE', { why: explain(error) }))
  }
}

/**
 * Most texts only insert variables: those are rendered without Liquid, which is about ten times as fast (bench/engine),
 * and handed to it when a value is not a plain one.
 */
function plainTemplate(source: string, parts: PlainParts, parser: Liquid): ParsedTemplate {
  const encode = parser === urlEngine ? encodeValue : undefined
  let parsed: ParsedTemplate | null = null
  const full = () => {
    parsed ??= liquidTemplate(source, parser.parse(source))
    return parsed
  }
  const [only] = parts
  const path = parts.length === 1 && typeof only === 'object' ? only : null
  const render = (scope: TemplateScope) => {
    const text = renderPlain(parts, (name) => scope.root(name), encode)
    return text === null ? full().render(scope) : withinOutput(text)
  }
  const evaluate = (scope: TemplateScope) => {
    if (!path) return render(scope)
    const value = readPath((name) => scope.root(name), path)
    return value === NOT_PLAIN ? full().evaluate(scope) : value
  }
  const reads = () => parts.flatMap((part) => (typeof part === 'string' ? [] : [[...part]]))
  return { source, literal: false, render, evaluate, reads }
}

function withinOutput(text: string): string {
  if (text.length <= MAX_TEMPLATE_OUTPUT_CHARS) return text
  throw new TemplateError(runFailure('OUTPUT_TOO_LONG', { most: MAX_TEMPLATE_OUTPUT_CHARS }))
}

function literalTemplate(source: string): ParsedTemplate {
  return { source, literal: true, render: () => source, evaluate: () => source, reads: () => [] }
}

function firstOutput([first]: Template[]): Value | null {
  return first instanceof Output ? first.value : null
}

/** `typed` is what a text of one single output reads, before it is written as a text. */
function liquidTemplate(source: string, templates: Template[], typed: Value | null = null): ParsedTemplate {
  const isSingle = templates.length === 1 && firstOutput(templates) !== null
  let single = typed
  const output = () => {
    single ??= firstOutput(engine.parse(source))
    return single
  }
  const render = (scope: TemplateScope) =>
    guarded(() => {
      const text: unknown = engine.renderSync(templates, scope.values, { globals: { ...scope.environment } })
      return withinOutput(String(text))
    })
  return {
    source,
    literal: false,
    render,
    evaluate: isSingle ? (scope) => guarded(() => evaluateValue(output(), scope)) : render,
    reads: () => readSegments(templates),
  }
}

/** Parses a bare Liquid expression such as `vars.age >= 18 and contact.favourite`; it evaluates to its typed value. */
export function parseExpression(source: string): Parsed<ParsedTemplate> {
  if (source.trim() === '') return refuse(finding('EXPRESSION_EMPTY'))
  if (/\{[{%]|[%}]\}/.test(source)) {
    return refuse(finding('EXPRESSION_IN_BRACES'))
  }
  try {
    const templates = engine.parse(`{{ ${source} }}`)
    return { ok: true, value: liquidTemplate(source, templates, firstOutput(templates)) }
  } catch (error) {
    return refuse(finding('UNREADABLE', { why: explain(error) }))
  }
}

function evaluateValue(value: Value | null, scope: TemplateScope): unknown {
  if (!value) return undefined
  const context = new Context(scope.values, engine.options, { sync: true, globals: { ...scope.environment } })
  return toValueSync(value.value(context, false))
}

function readSegments(templates: Template[]): (string | number)[][] {
  const found: unknown = engine.globalVariableSegmentsSync(templates)
  return Array.isArray(found) ? found.filter((path): path is (string | number)[] => Array.isArray(path)) : []
}

/** A name a text reads from outside of itself, and where in its source that name begins. */
export interface TemplateRead {
  /** The first one or two names of the path; the second is null where it is computed. */
  path: readonly [root: string, name: string | null]
  at: number
}

const WRAPPED = '{{ '

/** Every place where a template or a bare expression reads something from outside; null for one that does not parse. */
export function listReads(source: string, kind: 'template' | 'expression'): TemplateRead[] | null {
  const [text, shift] = kind === 'expression' ? [`${WRAPPED}${source} }}`, WRAPPED.length] : [source, 0]
  try {
    const { globals } = engine.analyzeSync(engine.parse(text), { partials: false })
    const lineStarts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
    return Object.values(globals).flatMap((found) =>
      found.map(({ segments: [root, name], location: { row, col } }) => ({
        path: [String(root), typeof name === 'string' ? name : null] as const,
        at: (lineStarts[row - 1] ?? 0) + col - 1 - shift,
      })),
    )
  } catch {
    return null
  }
}

function guarded<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw findTemplateError(error) ?? new TemplateError(toFailure(error), { cause: error })
  }
}

/** One of ours, which the language wraps into an error of its own where it was thrown by a tag. */
function findTemplateError(error: unknown): TemplateError | null {
  if (error instanceof TemplateError) return error
  const originalError = error instanceof Error && 'originalError' in error ? error.originalError : null
  return originalError instanceof TemplateError ? originalError : null
}

const toFailure = (error: unknown): RunFailure => runFailure('TEMPLATE_FAILED', { why: explain(error) })

const refuse = (problem: Finding): Parsed<never> => ({ ok: false, problem })

/** What the template language says itself stays in its own words. */

function explain(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return (text.split('\n')[0] ?? text).replace(/, line:\d+, col:\d+$/, '')
}
