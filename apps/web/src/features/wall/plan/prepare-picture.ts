import { PLAN_MAX_BYTES } from '@dalyan/contracts/plan'
import { readAddress } from '../../../shared/browser/read-address.ts'

/** The longer side of a stored plan, in pixels. */
const LONGER_SIDE = 3_000
const JPEG_QUALITY = 0.9

/**
 * Draws a picture anew, upright and not larger than needed, so that neither the upload nor later loads take longer than they must.
 * @returns its bytes in base64; null when the browser cannot open the file
 */
export async function preparePicture(file: Blob): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return null
  const scale = Math.min(1, LONGER_SIDE / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  const context = canvas.getContext('2d')
  if (!context) return null
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  let drawn = await toBlob(canvas, file.type === 'image/jpeg' ? 'image/jpeg' : 'image/png')
  if (drawn && drawn.size > PLAN_MAX_BYTES) {
    // A JPEG has no transparency; what was transparent would become black.
    context.globalCompositeOperation = 'destination-over'
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    drawn = await toBlob(canvas, 'image/jpeg')
  }
  const address = drawn && (await readAddress(drawn))
  return address && address.slice(address.indexOf(',') + 1)
}

const toBlob = (canvas: HTMLCanvasElement, type: string) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, JPEG_QUALITY))
