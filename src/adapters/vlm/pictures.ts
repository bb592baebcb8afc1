import { RawImage } from '@huggingface/transformers'
import type { Frame } from '#learning/ports.js'

/** Longest side of a picture and most pictures of one question (CRIT-04): pixels are what an answer costs. */
export const LONGEST_SIDE = 512
export const MOST_FRAMES = 30

/** The newest frames, oldest first, scaled down as far as needed; never up. */
export async function picturesOf(frames: readonly Frame[]): Promise<RawImage[]> {
  const pictures: RawImage[] = []
  for (const { rgb, width, height } of frames.slice(-MOST_FRAMES)) {
    const picture = new RawImage(new Uint8ClampedArray(rgb), width, height, 3)
    const scale = LONGEST_SIDE / Math.max(width, height)
    const scaled = (side: number): number => Math.max(1, Math.round(side * scale))
    pictures.push(scale < 1 ? await picture.resize(scaled(width), scaled(height)) : picture)
  }
  return pictures
}
