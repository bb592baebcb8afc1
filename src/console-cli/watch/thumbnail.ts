import type { Look } from '../text/look.js'

/** A small picture, RGB, three bytes per pixel. */
export interface Points {
  readonly width: number
  readonly height: number
  readonly rgb: Uint8Array
}

/** terminal columns of a thumbnail, and its maximum rows */
const THUMBNAIL = { columns: 32, rows: 12 } as const

/** Decodes a JPEG and scales it to thumbnail size. @returns undefined if it is not a JPEG */
export async function readThumbnail(jpeg: Uint8Array): Promise<Points | undefined> {
  const { default: sharp } = await import('sharp')
  try {
    const { data, info } = await sharp(jpeg, { limitInputPixels: MOST_PIXELS, failOn: 'none' })
      .resize({ width: THUMBNAIL.columns, height: THUMBNAIL.rows * 2, fit: 'inside' })
      .removeAlpha()
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { width: info.width, height: info.height, rgb: data }
  } catch {
    return undefined
  }
}

/** Draws two pixels per character: an upper half block in the upper pixel's colour on the lower pixel's colour. */
export function thumbnail({ width, height, rgb }: Points, { colour, unicode }: Look): string[] {
  const at = (x: number, y: number): readonly [number, number, number] => {
    const i = (Math.min(y, height - 1) * width + x) * 3
    return [rgb[i] ?? 0, rgb[i + 1] ?? 0, rgb[i + 2] ?? 0]
  }
  return Array.from({ length: Math.ceil(height / 2) }, (_, row) => {
    const letters = Array.from({ length: width }, (__, x) => {
      const [upper, lower] = [at(x, 2 * row), at(x, 2 * row + 1)]
      if (!colour) return grey(upper, lower)
      const back = `\u001B[48;2;${lower.join(';')}m`
      return unicode ? `\u001B[38;2;${upper.join(';')}m${back}▀` : `${back} `
    })
    return letters.join('') + (colour ? '\u001B[0m' : '')
  })
}

const MOST_PIXELS = 40_000_000

function grey(upper: readonly number[], lower: readonly number[]): string {
  const light = [...upper, ...lower].reduce((sum, part) => sum + part, 0) / 6
  return RAMP[Math.min(RAMP.length - 1, Math.floor((light / 256) * RAMP.length))] ?? ' '
}

const RAMP = ' .:-=+*#%@'
