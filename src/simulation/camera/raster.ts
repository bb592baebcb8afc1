import sharp from 'sharp'
import { ms, type Ms } from '#base/units.js'
import type { Frame } from '#learning/ports.js'
import type { Look } from '../field/render/look.js'
import { applySensor } from './sensor.js'

// one picture at a time, no cache: the serial link uses the same thread pool
sharp.cache(false)
sharp.concurrency(1)

/**
 * Rasterises a rendered scene as the look's sensor would deliver it.
 * @param seed of the sensor's noise; equal svg, look and seed give the same bytes
 */
export async function rasterise(
  svg: string,
  look: Look,
  seed: number,
  label: { readonly id: string; readonly t: Ms } = { id: 'frame', t: ms(0) },
): Promise<Frame> {
  const { data, info } = await sharp(Buffer.from(svg))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const rgb = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  applySensor(rgb, info.width, info.height, { look, seed })
  return { ...label, width: info.width, height: info.height, rgb }
}

/** Encodes a frame as JPEG, quality 85, for logs and reports. */
export function encodeJpeg(frame: Frame): Promise<Buffer> {
  return sharp(frame.rgb, { raw: { width: frame.width, height: frame.height, channels: 3 } })
    .jpeg({ quality: 85 })
    .toBuffer()
}
