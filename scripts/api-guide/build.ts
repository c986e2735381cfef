import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { API_PREFIX } from '../../src/contract/operation.ts'
import { createWorkplace } from '../../test/support/service-process.ts'
import { tellStory } from './story.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const TEMPLATE = path.join(import.meta.dirname, 'guide.template.md')
export const API_GUIDE = path.join(ROOT, 'docs/api-guide.md')

/** Short, so that the guide's unacknowledged send does not take the usual 20 s. */
const ACK_TIMEOUT_MS = '1500'

/** The guide shows how a key's hour is used up, so it has to stay within one. */
const HOUR_MS = 3_600_000
const NEEDED_MS = 80_000

async function awaitRoomInHour(): Promise<void> {
  const leftMs = HOUR_MS - (Date.now() % HOUR_MS)
  if (leftMs < NEEDED_MS) await sleep(leftMs + 1000)
}

/** Carries out every command of the guide on a fresh service; answers the guide with the true answers. */
export async function buildApiGuide(): Promise<string> {
  await awaitRoomInHour()
  const place = createWorkplace({ ACK_TIMEOUT_MS })
  try {
    const { url } = await place.start()
    const { httpUrl } = JSON.parse(readFileSync(path.join(place.dataDir, 'sandbox.json'), 'utf8')) as {
      httpUrl: string
    }
    const { PATH = '', HOME = '' } = process.env
    return await tellStory(readFileSync(TEMPLATE, 'utf8'), {
      cwd: ROOT,
      env: { PATH, HOME, DATA_DIR: place.dataDir, LOG_LEVEL: 'warn', API: `${url}${API_PREFIX}` },
      names: { SERVICE_URL: url, SANDBOX_URL: httpUrl },
    })
  } finally {
    await place.remove()
  }
}
