import { createFfmpeg, type Ffmpeg } from './ffmpeg.ts'
import { createPictureMaker, type PictureMaker } from './own-picture.ts'
import { createPictures, type Pictures } from './pictures.ts'
import { createVoice } from './voice.ts'

/** What makes one form of a file out of another. All of it works outside of the main thread. */
export interface Codecs {
  pictures: Pictures
  voice: ReturnType<typeof createVoice>
  /** Null where it is not installed. */
  ffmpeg: Ffmpeg | null
}

export const createCodecs = (ffmpegPath: string | null): Codecs => ({
  pictures: createPictures(),
  voice: createVoice(),
  ffmpeg: ffmpegPath === null ? null : createFfmpeg(ffmpegPath),
})

export { createPictureMaker, createPictures, type PictureMaker }
