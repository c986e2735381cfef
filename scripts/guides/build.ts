import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { API_PREFIX } from '../../src/contract/operation.ts'
import { createWorkplace } from '../../test/support/service-process.ts'
import { renderStory, type StorySurroundings } from './story.ts'
import { fillTables } from './tables.ts'

const ROOT = path.join(import.meta.dirname, '../..')

/** Short, so that the unacknowledged send of the API guide does not take the usual 20 s. */
const ACK_TIMEOUT_MS = '1500'
/** How the guides call the data directory that a run of theirs used. */
const SHOWN_DATA_DIR = '/srv/parley/.data'

/** The API guide shows how a key's hour is used up, so it has to stay within one. */
const HOUR_MS = 3_600_000
const NEEDED_MS = 80_000

/** Documents that are written from a template, by carrying out the commands in it. */
export const GUIDES = ['api-guide', 'operations', 'flows-guide'] as const
export type GuideName = (typeof GUIDES)[number]

export const readGuide = (name: GuideName): string =>
  readFileSync(path.join(ROOT, 'docs', `${name}.md`), 'utf8')

export const readRawTemplate = (name: GuideName): string =>
  readFileSync(path.join(import.meta.dirname, `${name}.template.md`), 'utf8')

async function awaitRoomInHour(): Promise<void> {
  const leftMs = HOUR_MS - (Date.now() % HOUR_MS)
  if (leftMs < NEEDED_MS) await sleep(leftMs + 1000)
}

/** Carries out every command of a guide on a fresh service; answers the guide with the true answers. */
export async function buildGuide(name: GuideName): Promise<string> {
  const template = fillTables(readRawTemplate(name))
  if (name === 'api-guide') await awaitRoomInHour()
  const { PATH = '', HOME = '' } = process.env
  const place = createWorkplace({ ACK_TIMEOUT_MS })
  const env = { PATH, HOME, LOG_LEVEL: 'warn', WEB_VERSION: 'built-in', DATA_DIR: place.dataDir }
  const render = (surroundings: Partial<StorySurroundings> = {}) =>
    renderStory(template, { cwd: ROOT, env, ...surroundings })
  try {
    if (name === 'flows-guide') return await render()
    const { url } = await place.start()
    const { httpUrl } = JSON.parse(readFileSync(path.join(place.dataDir, 'sandbox.json'), 'utf8')) as {
      httpUrl: string
    }
    return await render({
      env: { ...env, API: `${url}${API_PREFIX}`, URL: url, PORT: new URL(url).port },
      names: { SANDBOX_URL: httpUrl, [SHOWN_DATA_DIR]: place.dataDir },
    })
  } finally {
    await place.remove()
  }
}
