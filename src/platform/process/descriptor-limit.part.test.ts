import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, it } from 'vitest'
import { chooseMaxConnections } from './descriptor-limit.ts'

it('the limit of file descriptors is the one the process was started under', () => {
  const file = path.join(import.meta.dirname, 'descriptor-limit.ts')
  const program = `import { readDescriptorLimit } from ${JSON.stringify(file)}; console.log(readDescriptorLimit())`
  const command = ['-c', 'ulimit -n 500; exec "$@"', 'sh', process.execPath, '--input-type=module', '-e']
  expect(Number(execFileSync('sh', [...command, program], { encoding: 'utf8' }))).toBe(500)
})

it.each([
  [500, 250],
  [1_024, 512],
  [1_048_576, 10_000],
  [20, 16],
])('of %i file descriptors callers get %i connections', (limit, connections) => {
  expect(chooseMaxConnections(limit)).toBe(connections)
})
