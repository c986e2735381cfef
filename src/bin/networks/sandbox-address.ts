import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Refusal } from '../../core/errors.ts'

/** Where a running sandbox network is reached; kept beside its data so that commands find it. */
export interface SandboxAddress {
  httpUrl: string
  wsUrl: string
  rootKeyHex: string
  rootSerial: number
  pid: number
}

const fileOf = (dataDir: string): string => path.join(dataDir, 'sandbox.json')

export function writeSandboxAddress(dataDir: string, address: SandboxAddress): void {
  const file = fileOf(dataDir)
  writeFileSync(`${file}.new`, `${JSON.stringify(address)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** The authority of the sandbox's media server as a file, for NETWORK_MEDIA_CA of services elsewhere. */
export function writeSandboxAuthority(dataDir: string, mediaCaPem: string): string {
  const file = path.join(dataDir, 'sandbox-media-ca.pem')
  writeFileSync(file, mediaCaPem)
  return file
}

export function removeSandboxAddress(dataDir: string): void {
  rmSync(fileOf(dataDir), { force: true })
}

/** Refuses with what to do when no sandbox runs on this data directory. */
export function readSandboxAddress(dataDir: string): SandboxAddress {
  try {
    const address = JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as SandboxAddress
    process.kill(address.pid, 0)
    return address
  } catch (cause) {
    throw new Refusal(
      'SERVICE_UNAVAILABLE',
      `No sandbox network runs on ${dataDir}. Start the service with SANDBOX=on, or "parley sandbox", on the same DATA_DIR.`,
      { cause },
    )
  }
}
