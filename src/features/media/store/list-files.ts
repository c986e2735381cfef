import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'

/** A kept file, and when its last byte was written. */
export interface KeptFile {
  folder: string
  /** Its name there. */
  id: string
  writtenAtMs: number
}

export interface FilePage {
  files: KeptFile[]
  /** Behind what the next page begins; null after the last. */
  place: string | null
}

/** Names of ours; whatever else somebody has put into the directory is not looked at. */
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const ASSETS = 'assets'
const OF_WORKSPACE = /^[0-9a-f]{16}$/

const namesIn = async (folder: string): Promise<string[]> => (await readdir(folder).catch(() => [])).sort()

/** Where files lie, by key: a folder a client, and one a workspace for those of flows. */
async function listFolders(root: string): Promise<string[]> {
  const clients = (await namesIn(root)).filter((name) => ID.test(name))
  const workspaces = (await namesIn(path.join(root, ASSETS))).filter((name) => OF_WORKSPACE.test(name))
  return [...clients, ...workspaces.map((name) => `${ASSETS}/${name}`)].sort()
}

/** Those of one folder behind a place. */
async function listIds(root: string, folder: string, after: string): Promise<string[]> {
  // In the order of keys all of a folder comes before its name with a `0`.
  if (`${folder}0` <= after) return []
  const names = await namesIn(path.join(root, folder))
  return names.filter((name) => ID.test(name) && `${folder}/${name}` > after)
}

/** The files of a directory store in the order of their keys, at most `limit` of them from behind a place on. */
export async function listFiles(root: string, after: string | null, limit: number): Promise<FilePage> {
  const files: KeptFile[] = []
  let place = after ?? ''
  let looked = 0
  for (const folder of await listFolders(root)) {
    for (const id of await listIds(root, folder, after ?? '')) {
      if (looked === limit) return { files, place }
      const found = await stat(path.join(root, folder, id)).catch(() => null)
      if (found?.isFile()) files.push({ folder, id, writtenAtMs: found.mtimeMs })
      place = `${folder}/${id}`
      looked += 1
    }
  }
  return { files, place: null }
}
