import { basename, dirname } from 'node:path'
import ts from 'typescript'
import { parseText } from './parsed-files.ts'
import { isTestFile } from './source-files.ts'

/**
 * The limits of the house. A longer file or function has a second topic in it: name that and move it out. So has a folder
 * with more files.
 */
export const CAPS = { fileLines: 400, functionLines: 60, componentLines: 120, folderFiles: 15 } as const

const VAGUE_NAMES = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'misc'])
const KEBAB_CASE = /^\.?[a-z0-9$_]+(?:[-.][a-z0-9$_]+)*$/
const UNFINISHED = /\b(?:TODO|FIXME|XXX|HACK)\b/
const SILENCED = /@ts-(?:ignore|nocheck)\b/

export interface Violation {
  path: string
  rule:
    | 'file-lines'
    | 'folder-files'
    | 'function-lines'
    | 'function-text'
    | 'vague-name'
    | 'file-name'
    | 'unfinished'
    | 'silenced'
    | 'impure'
  /** Of the function, where the rule is `function-text`. */
  name?: string
  /** Counted from 1. */
  line: number
  message: string
}

/** One agreed exception. It must still be needed, else the check asks to remove it. */
export interface CapException {
  path: string
  rule: Violation['rule']
  /** Of the function, where the rule is `function-text`. */
  name?: string
  reason: string
}

/** A function as a reader meets it. */
export interface FunctionText {
  name: string
  /** Of its first line, counted from 1. */
  line: number
  /** From its first line to its last, with whatever is written in between: functions in it, comments, empty lines. */
  lines: number
  isComponent: boolean
}

type FunctionNode = ts.FunctionLikeDeclaration & { body: ts.Node }

function isFunctionWithBody(node: ts.Node): node is FunctionNode {
  return ts.isFunctionLike(node) && 'body' in node && node.body !== undefined
}

/** The name a reader would call the function by. */
function describeFunction(node: FunctionNode): string {
  if (node.name) return node.name.getText()
  const parent = node.parent
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.name.getText()
  if (ts.isCallExpression(parent)) return `callback of ${parent.expression.getText().slice(0, 40)}`
  return ts.isConstructorDeclaration(node) ? 'constructor' : 'function'
}

/** `describe(...)` only groups tests; its length says nothing about any one of them. */
function isTestGroup(node: FunctionNode): boolean {
  const { parent } = node
  return ts.isCallExpression(parent) && /^describe\b/.test(parent.expression.getText())
}

/** A function with a name of its own inside another one, as a factory holds them. It is counted by itself. */
function isNamedInner(node: FunctionNode): boolean {
  const { parent } = node
  return (
    node.name !== undefined ||
    ((ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) && parent.initializer === node)
  )
}

function countLines(source: ts.SourceFile, node: ts.Node): number {
  const first = source.getLineAndCharacterOfPosition(node.getStart(source)).line
  return source.getLineAndCharacterOfPosition(node.getEnd()).line - first + 1
}

/**
 * Lines of a function without those of the named functions in it: a factory that returns functions is a class in
 * another form, and a class is limited by its file. Anonymous callbacks belong to the function they are written in.
 */
function countOwnLines(source: ts.SourceFile, node: FunctionNode): number {
  let lines = countLines(source, node)
  const visit = (inner: ts.Node): void => {
    if (isFunctionWithBody(inner) && isNamedInner(inner)) lines -= countLines(source, inner) - 1
    else ts.forEachChild(inner, visit)
  }
  ts.forEachChild(node, visit)
  return lines
}

function isComponentName(path: string, name: string): boolean {
  return path.endsWith('.tsx') && /^[A-Z]/.test(name)
}

/** Every function of a file, those inside others too, by the length of its text. Groups of tests are none. */
export function measureFunctions(path: string, text: string): FunctionText[] {
  return measureParsed(path, parseText(path, text))
}

/** The same of a file that was parsed. */
export function measureParsed(path: string, source: ts.SourceFile): FunctionText[] {
  const found: FunctionText[] = []
  const visit = (node: ts.Node): void => {
    if (isFunctionWithBody(node) && !isTestGroup(node)) {
      const name = describeFunction(node)
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
      found.push({ name, line, lines: countLines(source, node), isComponent: isComponentName(path, name) })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Whether functions of this file are held to `findLongTexts`: those of all that ships in src. */
export function isTextLimited(path: string): boolean {
  return path.startsWith('src/') && !isTestFile(path)
}

/**
 * Functions whose text is longer than the guide for it, for the files of `isTextLimited`. Elsewhere `findViolations` has a
 * milder rule, which leaves the named functions inside a factory out.
 */
export function findLongTexts(path: string, functions: readonly FunctionText[]): Violation[] {
  return functions.flatMap(({ name, line, lines, isComponent }) => {
    const guide = isComponent ? CAPS.componentLines : CAPS.functionLines
    const message = `${name} has ${lines} lines of text, the guide is ${guide}`
    return lines > guide ? [{ path, rule: 'function-text' as const, name, line, message }] : []
  })
}

function findLongFunctions(path: string, source: ts.SourceFile): Violation[] {
  const found: Violation[] = []
  const visit = (node: ts.Node): void => {
    if (isFunctionWithBody(node) && !isTestGroup(node)) {
      const name = describeFunction(node)
      const cap = isComponentName(path, name) ? CAPS.componentLines : CAPS.functionLines
      const lines = countOwnLines(source, node)
      if (lines > cap) {
        const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
        found.push({
          path,
          rule: 'function-lines',
          line,
          message: `${name} has ${lines} lines, the cap is ${cap}`,
        })
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function findBadNames(path: string): Violation[] {
  const found: Violation[] = []
  const parts = path.split('/')
  const vague = parts.find((part) => VAGUE_NAMES.has(part.replace(/\..*$/, '')))
  if (vague)
    found.push({ path, rule: 'vague-name', line: 1, message: `"${vague}" names no topic; name the thing` })
  if (!KEBAB_CASE.test(basename(path)))
    found.push({ path, rule: 'file-name', line: 1, message: 'file names are kebab-case' })
  return found
}

function findUnfinished(path: string, lines: readonly string[]): Violation[] {
  const found: Violation[] = []
  for (const [index, text] of lines.entries()) {
    if (UNFINISHED.test(text)) {
      found.push({ path, rule: 'unfinished', line: index + 1, message: 'finish it, or make it an issue' })
    }
    if (SILENCED.test(text)) {
      found.push({
        path,
        rule: 'silenced',
        line: index + 1,
        message: 'the type checker may not be silenced; narrow the type',
      })
    }
  }
  return found
}

/** The core gets time and chance as arguments, so that the same inputs always give the same answer. */
function findImpure(path: string, source: ts.SourceFile): Violation[] {
  const found: Violation[] = []
  const visit = (node: ts.Node): void => {
    const isCall =
      ts.isCallExpression(node) && /^(?:Date\.now|Math\.random|Date)$/.test(node.expression.getText())
    const isNow = ts.isNewExpression(node) && node.expression.getText() === 'Date' && !node.arguments?.length
    if (isCall || isNow) {
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
      found.push({
        path,
        rule: 'impure',
        line,
        message: `${node.getText()}: take time and chance as arguments`,
      })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Everything in one file that is over a cap. `path` is relative to the project, with `/`. */
export function findViolations(path: string, text: string): Violation[] {
  return findInParsed(path, parseText(path, text))
}

/** The same of a file that was parsed. */
export function findInParsed(path: string, source: ts.SourceFile): Violation[] {
  const lines = source.text.replace(/\n$/, '').split('\n')
  const found = [...findBadNames(path), ...findLongFunctions(path, source)]
  if (path.startsWith('src/') || path.startsWith('sandbox/')) found.push(...findUnfinished(path, lines))
  if (path.startsWith('src/core/') && !path.endsWith('.test.ts')) found.push(...findImpure(path, source))
  if (lines.length > CAPS.fileLines) {
    found.push({
      path,
      rule: 'file-lines',
      line: 1,
      message: `${lines.length} lines, the cap is ${CAPS.fileLines}`,
    })
  }
  return found
}

/** The folders with the most files directly in them, largest first. Files in folders below do not count. */
export function listLargestFolders(
  files: readonly string[],
  more: number,
): { folder: string; files: number }[] {
  const counts = new Map<string, number>()
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  return [...counts]
    .map(([folder, inside]) => ({ folder, files: inside }))
    .filter((room) => room.files > more)
    .sort((a, b) => b.files - a.files)
}

/** The files that folders of `src` are counted by: tests are beside what they test. */
export const isCountedInFolder = (path: string): boolean => path.startsWith('src/') && !isTestFile(path)

/** Folders of `src` that nobody can take in at a glance. */
export function findCrowdedFolders(paths: readonly string[]): Violation[] {
  return listLargestFolders(paths.filter(isCountedInFolder), CAPS.folderFiles).map(({ folder, files }) => ({
    path: folder,
    rule: 'folder-files',
    line: 1,
    message: `${files} files beside each other, the cap is ${CAPS.folderFiles}; give those of one topic a folder`,
  }))
}

/** Violations nobody agreed to, and agreements nobody needs any more. */
export function applyExceptions(
  violations: readonly Violation[],
  exceptions: readonly CapException[],
): { open: Violation[]; unneeded: CapException[] } {
  const matches = (exception: CapException, violation: Violation): boolean =>
    exception.path === violation.path &&
    exception.rule === violation.rule &&
    exception.name === violation.name
  return {
    open: violations.filter((violation) => !exceptions.some((exception) => matches(exception, violation))),
    unneeded: exceptions.filter(
      (exception) => !violations.some((violation) => matches(exception, violation)),
    ),
  }
}
