import sharp from 'sharp'

// one picture at a time, no cache: the shared thread pool also carries the serial link
sharp.cache(false)
sharp.concurrency(1)

export interface Decoded {
  readonly width: number
  readonly height: number
  /** 8-bit RGB, row by row from the top left */
  readonly rgb: Uint8Array
}

/** Most pixels of a picture that is decoded: a header can promise more than the memory holds. */
const MOST_PIXELS = 1920 * 1080

/** @throws Error when it is no whole JPEG */
export async function decodeJpeg(jpeg: Uint8Array): Promise<Decoded> {
  const { data, info } = await sharp(jpeg, { failOn: 'error', limitInputPixels: MOST_PIXELS })
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
