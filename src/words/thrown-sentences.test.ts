import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = path.join(import.meta.dirname, '../..')

const readAll = (pattern: string): { file: string; text: string }[] =>
  globSync(pattern, { cwd: ROOT })
    .filter((file) => !file.includes('.test.'))
    .map((file) => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') }))

/** Where a refusal is made with a sentence and not by its reason, how often, and why. */
const WITH_SENTENCE: Readonly<Record<string, number>> = {
  // `refusal` itself, and `toRefusal`, which passes on what another process refused.
  'src/core/errors.ts': 2,
  // Requests that were refused before the upgrade have a sentence in their row.
  'src/features/conversations/runs/requests.ts': 1,
}

/** A text of three words at least, as it stands in a comparison. */
const COMPARED =
  /(?:\.(?:startsWith|endsWith|includes|indexOf|replace|split)\(|[!=]==\s)\s*(['"`])[^'"`\n]*[A-Za-z]{2} [A-Za-z]{2,20} [a-z]{2}[^'"`\n]*\1/g

/** Where such a text is compared all the same, and whose it is. */
const COMPARES: Readonly<Record<string, number>> = {
  // Of the interpreter of scripts, which has no code for it.
  'src/core/script-interpreter.ts': 1,
  // No sentence: what becomes of a chat that was counted.
  'src/features/conversations/reach/new-chat-budget.ts': 1,
  // Of the connection library, which has no code for it.
  'src/network/baileys/close-reasons.ts': 1,
}

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length
}

const tally = (files: readonly { file: string; text: string }[], pattern: RegExp): Record<string, number> =>
  Object.fromEntries(
    files
      .map(({ file, text }): [string, number] => [file, count(text, pattern)])
      .filter(([, times]) => times > 0),
  )

describe('sentences', () => {
  it('of refusals are none of core, features, worker and network, which have reasons for them', () => {
    const files = readAll('src/{core,features,worker,network}/**/*.ts')
    expect(files.length).toBeGreaterThan(400)
    expect(tally(files, /new Refusal\(/g)).toEqual(WITH_SENTENCE)
  })

  it('are compared nowhere outside of words, as far as they stand in a comparison', () => {
    const files = readAll('src/**/*.{ts,tsx}').filter(({ file }) => !file.startsWith('src/words/'))
    expect(tally(files, COMPARED)).toEqual(COMPARES)
  })

  it('are found where they are compared', () => {
    expect('if (error.message.startsWith("It was not restarted")) x'.match(COMPARED)).toHaveLength(1)
    expect("x === 'the network is away'".match(COMPARED)).toHaveLength(1)
    expect("x === 'OUTCOME_UNKNOWN'".match(COMPARED)).toBeNull()
  })
})
