import sharp from 'sharp'

/** Wide enough for the widest column of the page, and for a slide. */
const WIDTH = 480

/** The picture as a data URI, scaled down, so that the report is one file; undefined when it cannot be decoded. */
export async function embedPicture(path: string): Promise<string | undefined> {
  try {
    const jpeg = await sharp(path)
      .resize({ width: WIDTH, withoutEnlargement: true })
      .jpeg({ quality: 74, mozjpeg: true })
      .toBuffer()
    return `data:image/jpeg;base64,${jpeg.toString('base64')}`
  } catch {
    // A broken picture costs its place in the strip, never the report.
    return undefined
  }
}
