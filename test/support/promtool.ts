import { spawn } from 'node:child_process'
import { findProgram } from '../../src/platform/process/find-program.ts'

/** The program that Prometheus brings for checking what is made for it; null where it is not installed. */
export const PROMTOOL = findProgram('promtool', process.env.PATH)

/** Runs it to its end. `check metrics` answers 3 and one line for each finding. */
export function runPromtool(args: readonly string[], input = ''): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(PROMTOOL ?? 'promtool', args)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    child.once('error', reject).once('close', (code) => resolve({ code: code ?? -1, output }))
    child.stdin.end(input)
  })
}
