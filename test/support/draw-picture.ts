import sharp from 'sharp'

/** A small picture that is not square, as base64. */
export async function drawPicture(format: 'png' | 'jpeg' | 'webp', width = 60, height = 40): Promise<string> {
  const picture = sharp({ create: { width, height, channels: 3, background: '#246' } })
  return (await picture.toFormat(format).toBuffer()).toString('base64')
}
