import { closeSync, existsSync, openSync } from 'node:fs'
import { acquireLockFile, readLiveHolder } from '../../src/platform/process/lock-file.ts'
import { isProcessAlive, readProcessStart } from '../../src/platform/process/process-identity.ts'

/** Takes a lock, uses up every file descriptor it may have, looks around, and gives back what it took. Prints what it saw. */
const [, , file = '', gonePid = '0'] = process.argv
const attempt = await acquireLockFile(file)
if (!('held' in attempt)) throw new Error(`held by ${attempt.heldBy.pid}`)
const { processStart } = attempt.held.holder
const taken: number[] = []
let refusal = ''
for (; refusal === ''; ) {
  try {
    taken.push(openSync('/dev/null', 'r'))
  } catch (error) {
    refusal = (error as NodeJS.ErrnoException).code ?? 'unknown'
  }
}
const starved = {
  refusal,
  parent: isProcessAlive(process.ppid),
  gone: isProcessAlive(Number(gonePid)),
  start: readProcessStart(process.pid),
  second: await acquireLockFile(file).then(
    () => 'answered',
    () => 'not known',
  ),
}
attempt.held.release()
const keptWhileStarved = existsSync(file)
taken.forEach(closeSync)
while (existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 20))
const after = { start: readProcessStart(process.pid) === processStart, holder: readLiveHolder(file) ?? null }
process.stdout.write(JSON.stringify({ starved, keptWhileStarved, after }))
