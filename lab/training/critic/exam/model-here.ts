import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Calibration } from '#adapters/onnx/calibration.js'
import { parseConfig } from '#adapters/onnx/config.js'
import { openInference } from '#adapters/onnx/inference.js'
import { createVisionModel } from '#adapters/onnx/onnx-vision.js'
import type { VisionModel } from '#learning/ports.js'

export const CRITIC_FILES = [
  'vision_encoder.onnx',
  'embed_tokens.onnx',
  'decoder.onnx',
  'config.json',
] as const
export const criticFile = (name: (typeof CRITIC_FILES)[number]): string => join('models/critic', name)

/**
 * The exported critic in this very process: examinations ask it thousands of times, and nothing has to stay responsive
 * meanwhile.
 *
 * @param calibration instead of the one in `config.json`; null = none
 */
export async function openCriticHere(calibration?: Calibration | null): Promise<VisionModel> {
  const { calibration: shipped, ...config } = parseConfig(
    readFileSync(criticFile('config.json'), 'utf8'),
    'graft-critic',
  )
  const used = calibration === undefined ? shipped : (calibration ?? undefined)
  const full = used === undefined ? config : { ...config, calibration: used }
  const infer = await openInference({
    graphs: {
      encoder: criticFile('vision_encoder.onnx'),
      embed: criticFile('embed_tokens.onnx'),
      decoder: criticFile('decoder.onnx'),
    },
    config: full,
  })
  return createVisionModel('graft-critic', full, { ask: (job) => infer(job), stop: () => Promise.resolve() })
}
