import { beforeEach, onTestFailed } from 'vitest'
import { phoneSeed } from './network.ts'

beforeEach(() => {
  // The console is silent here: the library prints its sessions on it.
  onTestFailed(() => void process.stderr.write(`the phones of this run: PHONE_SEED=${phoneSeed}\n`))
})
