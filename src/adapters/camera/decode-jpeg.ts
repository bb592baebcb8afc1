import sharp from 'sharp'

// one picture at a time, no cache: the serial link uses the same thread pool
sharp.cache(false)
sharp.concurrency(1)

export interface Decoded {
  readonly width: number
  readonly height: number
  /** 8-bit RGB, row by row from the top left */
  readonly rgb: Uint8Array
}

/** Upper limit on decoded pixels: a header can claim more than fits in memory. */
const MAX_PIXELS = 1920 * 1080

/** @throws Error when the bytes are not a complete JPEG */
export async function decodeJpeg(jpeg: Uint8Array): Promise<Decoded> {
  const { data, info } = await sharp(jpeg, { failOn: 'error', limitInputPixels: MAX_PIXELS })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return {
    width: info.width,
    height: info.height,
    rgb: new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
  }
}
