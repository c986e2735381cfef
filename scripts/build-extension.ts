import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { unzipSync } from 'fflate'
import { buildExtension } from '../src/bin/builds/extension-build.ts'

const DIST = 'packages/passkey-extension/dist'

/** Makes `packages/passkey-extension/dist`: the file for the browsers' stores, and beside it a folder to load while it is changed. */
rmSync(DIST, { recursive: true, force: true })
const file = await buildExtension(DIST)
for (const [name, bytes] of Object.entries(unzipSync(readFileSync(file)))) {
  const target = path.join(DIST, 'unpacked', name)
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(target, bytes)
}
console.log(file)
