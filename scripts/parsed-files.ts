import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { listSourceFiles } from './source-files.ts'

/** Files by their paths, each as the compiler reads it. */
export type ParsedFiles = ReadonlyMap<string, ts.SourceFile>

/** What stands in comments is nothing to our checks, and each node knows the one that it is in. */
export function parseText(path: string, text: string): ts.SourceFile {
  const jsDocParsingMode = ts.JSDocParsingMode.ParseNone
  return ts.createSourceFile(path, text, { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode }, true)
}

/** Reads and parses files, which takes longer than most of what is then looked for in them: once for all checks. */
export function parseFiles(paths: readonly string[]): ParsedFiles {
  return new Map(paths.map((path) => [path, parseText(path, readFileSync(path, 'utf8'))]))
}

/** All of our sources below `folders`, which are some. */
export function parseSources(folders?: readonly string[]): ParsedFiles {
  const paths = listSourceFiles(folders)
  if (paths.length === 0)
    throw new Error('there are no source files to check: run this in the project folder')
  return parseFiles(paths)
}
