import sharp from 'sharp'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'

/** Colours of a picture, three bytes a pixel, row by row. */
interface Colours {
  readonly width: number
  readonly height: number
  readonly rgb: Uint8Array
}

/**
 * Lays a drawing over a picture.
 * @param svg of the size of the picture, transparent where it shall show
 * @returns a PNG, as chat models take it
 */
export async function markPicture(
  { width, height, rgb }: Colours,
  svg: string,
): Promise<Result<Uint8Array, Diagnostic>> {
  try {
    const picture = await sharp(rgb, { raw: { width, height, channels: 3 } })
      .composite([{ input: Buffer.from(svg) }])
      .png()
      .toBuffer()
    return ok(new Uint8Array(picture))
  } catch (cause) {
    return err({
      code: 'annotation.picture',
      severity: 'error',
      message: `the marks cannot be drawn: ${cause instanceof Error ? cause.message : String(cause)}`,
      expected: `a drawing of at most ${width} × ${height} pixels over ${3 * width * height} bytes of colour`,
      got: `${rgb.length} bytes of colour`,
      hint: 'draw the marks for the picture that they are laid over',
    })
  }
}
