import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { pairNetworkClient } from '../../test/support/network-client.ts'
import type { SandboxProcess } from '../../test/support/sandbox-process.ts'

/** A paired device as both subjects take it over: what the connector stored, in base64. */
export interface FleetAccount {
  number: string
  credentials: string
  /** Type, id and value. */
  keys: [string, string, string][]
}

const PAIR_AT_ONCE = 4

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

async function pairAccount(sandbox: SandboxProcess, number: string): Promise<FleetAccount> {
  const { connection, credentials } = await pairNetworkClient(sandbox, { phone: number })
  await connection.probe(30_000)
  await connection.close()
  const stored = await credentials.readCredentials()
  if (!stored) throw new Error(`${number} was not paired`)
  const keys = [...credentials.keys].flatMap(([type, values]) =>
    [...values].map(([id, value]): [string, string, string] => [type, id, toBase64(value)]),
  )
  return { number, credentials: toBase64(stored), keys }
}

const writeAccounts = (file: string, accounts: readonly FleetAccount[]): void =>
  writeFileSync(file, accounts.map((account) => `${JSON.stringify(account)}\n`).join(''))

export const readAccounts = (file: string, most = Number.POSITIVE_INFINITY): FleetAccount[] =>
  readFileSync(file, 'utf8')
    .split('\n', most)
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as FleetAccount)

/** Pairs as many devices as are wanted, or takes those that an earlier run left in the file. */
export async function pairAccounts(
  sandbox: SandboxProcess,
  file: string,
  count: number,
): Promise<FleetAccount[]> {
  const accounts = existsSync(file) ? readAccounts(file, count) : []
  let next = accounts.length
  const registerNext = async (): Promise<void> => {
    while (next < count) {
      const number = `5511930${String(next++).padStart(6, '0')}`
      accounts.push(await pairAccount(sandbox, number))
    }
  }
  await Promise.all(Array.from({ length: PAIR_AT_ONCE }, registerNext))
  writeAccounts(file, accounts)
  return accounts
}
