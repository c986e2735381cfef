import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { drawPicture } from '../../../../test/support/draw-picture.ts'
import { readRefusal } from '../../../../test/support/refusals.ts'
import { createPictureMaker } from './own-picture.ts'
import { createPictures } from './pictures.ts'

const make = createPictureMaker(createPictures())
const describePicture = async (base64: string) => {
  const { format, width, height, exif } = await sharp(Buffer.from(base64, 'base64')).metadata()
  return { format, width, height, hasExif: exif !== undefined }
}

describe('the picture of an account or a group', () => {
  it.each(['png', 'webp', 'jpeg'] as const)('is a square JPEG of the middle of a %s', async (format) => {
    const made = await make(await drawPicture(format, 900, 700))
    expect(await describePicture(made)).toEqual({ format: 'jpeg', width: 640, height: 640, hasExif: false })
  })

  it('is not blown up when it is small', async () => {
    expect(await describePicture(await make(await drawPicture('png', 30, 20)))).toMatchObject({ width: 20 })
  })

  it('is as it was given when the network takes it so', async () => {
    const given = await drawPicture('jpeg', 64, 64)
    expect(await make(given)).toBe(given)
  })

  it('tells nobody where it was taken', async () => {
    const bare = sharp(Buffer.from(await drawPicture('jpeg', 64, 64), 'base64'))
    const told = await bare
      .withExif({ IFD0: { Copyright: 'somebody' } })
      .jpeg()
      .toBuffer()
    const made = await make(told.toString('base64'))
    expect(await describePicture(made)).toMatchObject({ format: 'jpeg', hasExif: false })
  })

  it.each([
    ['no picture', Buffer.from('no picture')],
    ['cut off', async () => Buffer.from(await drawPicture('jpeg', 400, 400), 'base64').subarray(0, 300)],
  ])('is refused when it is %s', async (_what, given) => {
    const bytes = typeof given === 'function' ? await given() : given
    expect((await readRefusal(make(bytes.toString('base64')))).data).toMatchObject({
      reason: 'PICTURE_NOT_TAKEN',
    })
  })

  it('is handed on as it is where there is no library for pictures, if it is a JPEG', async () => {
    const bare = createPictureMaker({ makeOwnPicture: async () => ({ kind: 'no_library' }) })
    const jpeg = await drawPicture('jpeg')
    expect(await bare(jpeg)).toBe(jpeg)
    expect((await readRefusal(bare(await drawPicture('png')))).data).toMatchObject({
      reason: 'PICTURE_NOT_TAKEN',
    })
  })
})
