import { must } from '#base/result.js'
import type { VisionModel } from '#learning/ports.js'
import { readList, shippedManifest } from '#app/models/model-lists.js'
import { loadVision } from '#app/models/open-models.js'

let loaded: Promise<VisionModel> | undefined

/** The shipped critic's model, loaded once and kept until the bench is closed. */
export function shippedVision(): Promise<VisionModel> {
  loaded ??= load()
  return loaded
}

async function load(): Promise<VisionModel> {
  const shipped = must(readList(shippedManifest(), 'shipped'), 'the shipped models')
  const critic = shipped.find(({ entry }) => entry.role === 'critic')
  if (critic === undefined) throw new RangeError('models/manifest.json names no critic')
  const vision = await loadVision(critic)
  closeLater(async () => {
    loaded = undefined
    await vision.dispose()
  })
  return vision
}

/** Gives back what the bench keeps open between runs. */
const open: (() => Promise<void>)[] = []

function closeLater(close: () => Promise<void>): void {
  open.push(close)
}

export async function closeBench(): Promise<void> {
  for (const close of open.splice(0)) await close()
}
