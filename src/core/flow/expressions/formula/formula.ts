import type { Finding } from '../../findings.ts'
import type { Computed } from '../../value-problem.ts'
import type { TemplateRead, TemplateScope } from '../liquid.ts'
import { FormulaRun } from './evaluate.ts'
import { FormulaError, FormulaProblem } from './formula-problem.ts'
import { FUNCTIONS } from './functions.ts'
import { type FormulaNode, readFormula } from './syntax.ts'
import { toPlain } from './values.ts'

/** A formula that was read; read once per snapshot, compute per step. */
export interface ParsedFormula {
  /** What it draws by chance follows from `seed`. Never throws. */
  compute(scope: TemplateScope, seed: string): Computed
  /** Variable paths that it reads, each as its segments. */
  reads(): string[][]
}

export type FormulaResult = { ok: true; value: ParsedFormula } | { ok: false; problem: Finding }

/** Reads a formula such as `round(vars.price * vars.count, 2)`. */
export function parseFormula(source: string): FormulaResult {
  const read = tryRead(source)
  if (!read.ok) return read
  const { tree } = read
  return {
    ok: true,
    value: {
      compute: (scope, seed) => compute(tree, scope, seed),
      reads: () => listPaths(tree).map(({ path }) => path),
    },
  }
}

type Read = { ok: true; tree: FormulaNode } | { ok: false; problem: Finding }

function tryRead(source: string): Read {
  try {
    return { ok: true, tree: readFormula(source, FUNCTIONS) }
  } catch (error) {
    if (error instanceof FormulaProblem) return { ok: false, problem: error.finding }
    throw error
  }
}

function compute(tree: FormulaNode, scope: TemplateScope, seed: string): Computed {
  try {
    return { ok: true, value: toPlain(new FormulaRun(scope, seed).evaluate(tree)) ?? null }
  } catch (error) {
    if (error instanceof FormulaError) return { ok: false, problem: error.problem }
    throw error
  }
}

/** Every place where a formula reads something from outside; null for one that cannot be read. */
export function listFormulaReads(source: string): TemplateRead[] | null {
  const read = tryRead(source)
  if (!read.ok) return null
  return listPaths(read.tree).map(({ path: [root = '', name = null], at }) => ({ path: [root, name], at }))
}

interface PlacedPath {
  path: string[]
  at: number
}

/** The names of a tree with the fixed members behind each. */
function listPaths(node: FormulaNode): PlacedPath[] {
  const fixed = readFixedPath(node)
  if (fixed) return [fixed]
  switch (node.kind) {
    case 'member':
      return [...listPaths(node.of), ...listPaths(node.key)]
    case 'list':
      return node.items.flatMap(listPaths)
    case 'unary':
      return listPaths(node.of)
    case 'binary':
      return [...listPaths(node.left), ...listPaths(node.right)]
    case 'call':
      return node.args.flatMap(listPaths)
    default:
      return []
  }
}

/** A name, with members that are written out behind it; null for anything else. */
function readFixedPath(node: FormulaNode): PlacedPath | null {
  if (node.kind === 'name') return { path: [node.name], at: node.at }
  if (node.kind !== 'member' || node.key.kind !== 'literal') return null
  const of = readFixedPath(node.of)
  return of && { path: [...of.path, String(node.key.value)], at: of.at }
}
