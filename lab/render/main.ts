import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { createRenderer } from '#simulation/render/renderer.js'
import type { Picture, RenderOptions } from '#simulation/render/scene.js'
import { castRays } from '#test/simulation/render/support/ray-caster.js'
import { tabletop, viewOf } from './tabletop.js'

/**
 * Pictures a second of the renderer for simulated cameras, beside a plain ray caster that finds depth and mask only, in
 * processor time of one thread; and a picture of what was drawn:
 *
 *     npm run bench:render -- --frames 100 --png table.png
 */
const { values } = parseArgs({
  options: {
    frames: { type: 'string', default: '60' },
    png: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})
const frames = Number(values.frames)
const [width, height] = [320, 240]
const geoms = tabletop()
const view = viewOf(width, height)
const renderer = createRenderer()

/** Milliseconds of this process's processors for each call, the first calls left out. */
function timed(calls: number, call: () => unknown): number {
  for (let i = 0; i < Math.ceil(calls / 4); i++) call()
  const before = process.cpuUsage()
  for (let i = 0; i < calls; i++) call()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / calls
}

const kinds: Record<string, RenderOptions> = {
  'no shadows': { shadows: false },
  shadows: {},
  'shadows, smooth edges': { antialias: true },
  'shadows, smooth edges, noise': { antialias: true, noise: { seed: 1, sigma: 2 } },
}
const rows = Object.entries(kinds).map(([name, options]) => ({
  name,
  ms: timed(frames, () => renderer.render({ geoms }, view, options)),
}))
const lens = { ...view, lens: { k1: -0.25, k2: 0.05 } }
rows.push({ name: 'shadows, lens', ms: timed(frames, () => renderer.render({ geoms }, lens)) })
rows.push({
  name: 'plain rays, depth and mask only',
  ms: timed(Math.ceil(frames / 20), () => castRays(geoms, view)),
})

if (values.json)
  console.log(JSON.stringify({ geoms: geoms.length, width, height, cpu: cpus()[0]?.model, rows }))
else {
  console.log(`${geoms.length} geoms, ${width} × ${height}, ${frames} frames, ${cpus()[0]?.model ?? ''}`)
  for (const { name, ms } of rows)
    console.log(
      `${name.padEnd(34)}${ms.toFixed(1).padStart(8)} ms${(1000 / ms).toFixed(1).padStart(8)} frames/s`,
    )
}
if (values.png !== undefined)
  await save(renderer.render({ geoms }, viewOf(640, 480), { antialias: true }), values.png)

async function save({ rgb, width, height }: Picture, file: string): Promise<void> {
  await sharp(rgb, { raw: { width, height, channels: 3 } })
    .png()
    .toFile(file)
}
