import { readBase64 } from '../../app/base64.ts'

/** Larger than what the network shows, so that nothing is lost; the service makes it what the network takes. */
const MAX_SIDE_PX = 1280
const QUALITY = 0.9
/** What the browser cannot read is sent as it is when a request holds it. */
const MAX_SENT_BYTES = 750_000

async function draw(file: Blob): Promise<Blob | null> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return null
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return null
  // What was transparent is white then, as a JPEG has nothing like it.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
}

/** A picture of any size as base64 that fits a request; null when it cannot be used. */
export async function shrinkPicture(file: Blob): Promise<string | null> {
  const drawn = (await draw(file)) ?? file
  return drawn.size > MAX_SENT_BYTES ? null : await readBase64(drawn)
}
