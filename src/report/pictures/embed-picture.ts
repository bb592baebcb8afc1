import sharp from 'sharp'
import { readRegular } from '#documents/read-regular.js'

/** Wide enough to view large on a laptop, small enough for a file that can be mailed. */
const WIDTH = 480
/** fits a picture of eight megapixels in any format */
const MAX_BYTES = 32 << 20

export interface Embedded {
  /** data URI */
  readonly uri: string
  /** of the original picture, pixels */
  readonly width: number
  readonly height: number
}

/** Scales a picture down and embeds it, so that the report is one file; undefined when it cannot be decoded. */
export async function embedPicture(path: string): Promise<Embedded | undefined> {
  const bytes = readRegular(path, MAX_BYTES)
  if (!bytes.ok) return undefined
  try {
    const image = sharp(bytes.value)
    const { width, height } = await image.metadata()
    const webp = await image
      .resize({ width: WIDTH, withoutEnlargement: true })
      .webp({ quality: 74 })
      .toBuffer()
    return { uri: `data:image/webp;base64,${webp.toString('base64')}`, width, height }
  } catch {
    // A broken picture costs its place in the strip, never the report.
    return undefined
  }
}
