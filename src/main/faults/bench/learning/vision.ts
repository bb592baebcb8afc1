import { loadOnnxVision } from '../../../../adapters/onnx/onnx-vision.js'
import { must } from '../../../../base/result.js'
import type { VisionModel } from '../../../../mind/ports.js'
import { projectFile } from '../../../project-files.js'
import { readModelList } from '../../../run/model-files.js'
import { closeLater } from '../close.js'

let loaded: Promise<VisionModel> | undefined

/** The shipped critic's model, loaded once and kept until the bench is closed. */
export function shippedVision(): Promise<VisionModel> {
  loaded ??= load()
  return loaded
}

async function load(): Promise<VisionModel> {
  const entry = must(readModelList(), 'the shipped models').find(({ role }) => role === 'critic')
  if (entry === undefined) throw new RangeError('models/manifest.json names no critic')
  const vision = await loadOnnxVision(entry, projectFile('models'))
  closeLater(async () => {
    loaded = undefined
    await vision.dispose()
  })
  return vision
}
