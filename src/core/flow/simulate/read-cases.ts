import { type CaseParseResult, parseCase } from './case-format.ts'

/** One case found in a file, or why there is none; `where` says which one. */
export interface FoundCase {
  where: string
  result: CaseParseResult
}

const CASE_FENCE = /^[ \t]*```json case[^\n]*\n([\s\S]*?)^[ \t]*```/gm

/**
 * Finds the cases of a file: a JSON case or array of cases, the cases that are saved with a flow in exchange format, or the
 * ```json case blocks of a Markdown text.
 */
export function readCases(text: string, fileName: string): FoundCase[] {
  if (!/\.(md|markdown)$/i.test(fileName)) return readJsonCases(text, fileName)
  const blocks = [...text.matchAll(CASE_FENCE)]
  if (blocks.length === 0) {
    return [{ where: fileName, result: { ok: false, message: 'the file has no ```json case block' } }]
  }
  return blocks.flatMap((block, index) => readJsonCases(block[1] ?? '', `${fileName} case ${index + 1}`))
}

function readJsonCases(text: string, where: string): FoundCase[] {
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return [{ where, result: { ok: false, message: `is not valid JSON: ${reason}` } }]
  }
  const saved = readSavedCases(value)
  if (saved)
    return saved.map((item, index) => ({ where: `${where} case ${index + 1}`, result: parseCase(item) }))
  if (!Array.isArray(value)) return [{ where, result: parseCase(value) }]
  if (value.length === 0) return [{ where, result: { ok: false, message: 'the array of cases is empty' } }]
  return value.map((item: unknown, index) => ({
    where: `${where} case ${index + 1}`,
    result: parseCase(item),
  }))
}

/** What the flow under test is called in its cases, whatever its id is. */
export const TESTED_FLOW = 'flow'

type Json = Readonly<Record<string, unknown>>

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The cases in a document of exchange format, with its own flow and those in its bundle; null for anything else. */
function readSavedCases(value: unknown): Json[] | null {
  if (!isJson(value) || value.version === undefined || !Array.isArray(value.testCases)) return null
  const bundled = (Array.isArray(value.bundle) ? value.bundle : []).filter(isJson)
  const flows = Object.fromEntries([
    ...bundled.map((flow) => [`ref:${String(flow.ref)}`, flow]),
    [TESTED_FLOW, value],
  ]) as Json
  return value.testCases.filter(isJson).map((item, index) => ({
    id: `${String(value.name)} ${index + 1}`,
    ...item,
    flows: { ...flows, ...(isJson(item.flows) ? item.flows : {}) },
  }))
}
