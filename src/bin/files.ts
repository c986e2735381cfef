import path from 'node:path'
import { createDirectoryStore, createS3Store, type MediaStore } from '../features/media/index.ts'
import type { Config } from '../platform/config.ts'
import { findProgram } from '../platform/process/find-program.ts'

/** Where files of messages are kept, for how long, and what helps to make them fit. */
export interface Files {
  store: MediaStore
  retentionDays: number
  ffmpegPath: string | null
}

/** Refuses a bucket that cannot be used before anything depends on it. */
export async function openFiles(config: Config): Promise<Files> {
  const directory = path.join(config.dataDir, 'media')
  return {
    store: config.s3 ? await openBucket(directory, config.s3) : createDirectoryStore(directory),
    retentionDays: config.mediaRetentionDays,
    ffmpegPath: config.ffmpegPath ?? findProgram('ffmpeg', process.env.PATH),
  }
}

async function openBucket(directory: string, settings: NonNullable<Config['s3']>): Promise<MediaStore> {
  const store = createS3Store(directory, settings)
  await store.check()
  return store
}
