import ts from 'typescript'
import { type ParsedFiles, parseFiles } from './parsed-files.ts'

/** A method of a class that is taken from its object and not called: when it is called later, it has no `this`. */
export interface UnboundMethod {
  path: string
  /** Counted from 1. */
  line: number
  name: string
}

/**
 * Only our own files are read, and of the compiler's types only those of the language: what packages give is of no
 * interest here, and reading it took most of the time.
 */
const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2024,
  lib: ['lib.es2024.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  jsx: ts.JsxEmit.Preserve,
  allowImportingTsExtensions: true,
  noEmit: true,
  noResolve: true,
  skipLibCheck: true,
  strict: true,
  types: [],
}

/** Whether a method's own `this` is used in it, where a nested function or class has another one. */
function usesThis(method: ts.MethodDeclaration): boolean {
  const visit = (node: ts.Node): boolean => {
    if (node.kind === ts.SyntaxKind.ThisKeyword || node.kind === ts.SyntaxKind.SuperKeyword) return true
    const hasOwnThis = ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node) || ts.isClassLike(node)
    return !hasOwnThis && (ts.forEachChild(node, visit) ?? false)
  }
  return method.body !== undefined && visit(method.body)
}

function isStatic(method: ts.MethodDeclaration): boolean {
  return method.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) ?? false
}

/** Methods that need their object, and their names in the interfaces that their classes implement. */
function collectMethods(files: readonly ts.SourceFile[], checker: ts.TypeChecker): Set<ts.Node> {
  const found = new Set<ts.Node>()
  const visit = (node: ts.Node): void => {
    if (ts.isClassLike(node)) {
      for (const member of node.members) {
        if (!ts.isMethodDeclaration(member) || isStatic(member) || !usesThis(member)) continue
        found.add(member)
        for (const declaration of findInterfaceMembers(node, member.name.getText(), checker))
          found.add(declaration)
      }
    }
    ts.forEachChild(node, visit)
  }
  files.forEach(visit)
  return found
}

function findInterfaceMembers(
  owner: ts.ClassLikeDeclaration,
  name: string,
  checker: ts.TypeChecker,
): ts.Declaration[] {
  const implemented = owner.heritageClauses?.flatMap(({ types }) => types) ?? []
  return implemented.flatMap((type) => checker.getTypeAtLocation(type).getProperty(name)?.declarations ?? [])
}

/** Whether what is taken from an object is called at once, compared, or asked for whether it is there. */
function isSafe(node: ts.Node): boolean {
  const { parent } = node
  if (ts.isCallExpression(parent)) return parent.expression === node
  if (ts.isParenthesizedExpression(parent) || ts.isNonNullExpression(parent)) return isSafe(parent)
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node
  if (ts.isTypeOfExpression(parent) || ts.isPrefixUnaryExpression(parent) || ts.isIfStatement(parent))
    return true
  if (ts.isConditionalExpression(parent)) return parent.condition === node
  if (ts.isBinaryExpression(parent)) return isSafeInBinary(parent, node)
  return ts.isTypeQueryNode(parent) || ts.isDeleteExpression(parent)
}

function isSafeInBinary({ left, operatorToken }: ts.BinaryExpression, node: ts.Node): boolean {
  switch (operatorToken.kind) {
    case ts.SyntaxKind.EqualsToken:
    case ts.SyntaxKind.AmpersandAmpersandToken:
      return left === node
    case ts.SyntaxKind.EqualsEqualsEqualsToken:
    case ts.SyntaxKind.ExclamationEqualsEqualsToken:
    case ts.SyntaxKind.InKeyword:
      return true
    default:
      return false
  }
}

/** The member that a binding such as `const { name } = object` takes. */
function findTaken(node: ts.BindingElement, checker: ts.TypeChecker): ts.Symbol | undefined {
  if (!ts.isObjectBindingPattern(node.parent) || node.dotDotDotToken) return undefined
  const name = node.propertyName ?? node.name
  if (!ts.isIdentifier(name)) return undefined
  return checker.getTypeAtLocation(node.parent).getProperty(name.text)
}

/** Names by which a method could be taken: types are asked for nothing else, which is what makes this fast. */
function listNames(methods: ReadonlySet<ts.Node>): Set<string> {
  return new Set([...methods].map((node) => (node as ts.MethodDeclaration).name.getText()))
}

/** A program of files that were parsed, beside the compiler's own types. */
function createProgram(parsed: ParsedFiles, paths: readonly string[]): ts.Program {
  const host = ts.createCompilerHost(OPTIONS)
  const read = host.getSourceFile.bind(host)
  host.getSourceFile = (path, ...rest) => parsed.get(path) ?? read(path, ...rest)
  return ts.createProgram(paths, OPTIONS, host)
}

/** Where in `paths` methods that use `this` are taken from their objects without being called or bound. */
export function findUnboundMethods(
  paths: readonly string[],
  parsed: ParsedFiles = parseFiles(paths),
): UnboundMethod[] {
  const program = createProgram(parsed, paths)
  const checker = program.getTypeChecker()
  const files = paths.flatMap((path) => program.getSourceFile(path) ?? [])
  const methods = collectMethods(files, checker)
  const names = listNames(methods)
  const found: UnboundMethod[] = []
  for (const file of files) {
    const note = (node: ts.Node, symbol: ts.Symbol | undefined): void => {
      if (!symbol?.declarations?.some((declaration) => methods.has(declaration))) return
      const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1
      found.push({ path: file.fileName, line, name: symbol.name })
    }
    const visit = (node: ts.Node): void => {
      if (ts.isPropertyAccessExpression(node) && names.has(node.name.text) && !isSafe(node))
        note(node, checker.getSymbolAtLocation(node.name))
      if (ts.isBindingElement(node) && names.has((node.propertyName ?? node.name).getText(file)))
        note(node, findTaken(node, checker))
      ts.forEachChild(node, visit)
    }
    visit(file)
  }
  return found
}
