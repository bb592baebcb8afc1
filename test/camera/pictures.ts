import sharp from 'sharp'

/** A JPEG that a camera could have made. @param thumbnail put a whole small JPEG into a segment, as cameras do */
export async function jpegOf(
  width: number,
  height: number,
  options: { readonly seed?: number; readonly progressive?: boolean; readonly thumbnail?: Uint8Array } = {},
): Promise<Uint8Array> {
  const { seed = 1, progressive = false, thumbnail } = options
  const rgb = Uint8Array.from({ length: 3 * width * height }, (_, i) => (i * 7 * seed + (i >> 5) * 13) & 0xff)
  const jpeg = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 80, progressive })
    .toBuffer()
  if (thumbnail === undefined) return jpeg
  const length = thumbnail.length + 2
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xe1, length >> 8, length & 0xff])
  return Buffer.concat([head, thumbnail, jpeg.subarray(2)])
}
