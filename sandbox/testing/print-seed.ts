import { beforeEach, onTestFailed } from 'vitest'
import { phoneSeed } from './network.ts'

beforeEach(() => {
  onTestFailed(() => console.error(`the phones of this run: PHONE_SEED=${phoneSeed}`))
})
