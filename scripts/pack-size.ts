import { execFileSync } from 'node:child_process'

const LIMITS = { timeout: 120_000, maxBuffer: 512 * 1024 * 1024 }

/**
 * Bytes of the pack that git makes of the commit at HEAD of the checkout in `cwd`: of its files alone, which is what
 * `git clone --depth 1` fetches to check out, or `withHistory`, which is what a whole clone of it fetches. Throws where
 * there is no git or no commit.
 */
export function measurePack(cwd: string, withHistory: boolean): number {
  const list = ['rev-list', '--objects', ...(withHistory ? [] : ['--no-walk']), 'HEAD']
  const objects = execFileSync('git', list, { ...LIMITS, cwd, stdio: ['ignore', 'pipe', 'ignore'] })
  const pack = ['pack-objects', '--stdout', '--quiet']
  return execFileSync('git', pack, { ...LIMITS, cwd, input: objects, stdio: ['pipe', 'pipe', 'ignore'] })
    .length
}
