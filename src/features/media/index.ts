export type { Downloader } from './downloads.ts'
export { createMedia, type Media, type MediaOptions } from './media.ts'
export { createDirectoryStore, type MediaStore } from './store.ts'
export type { MediaRow, MediaSource, SendMedia } from './types.ts'
