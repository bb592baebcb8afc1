import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { sha256 } from '#base/hash.js'
import { err, ok, type Result } from '#base/result.js'
import { parseManifest } from '#adapters/models/manifest.js'

const numbers = z.array(z.number())
const reader = z.object({
  weights: numbers,
  classifiers: z
    .array(z.object({ mean: numbers, spread: numbers, direct: numbers, from: z.array(numbers), to: numbers }))
    .min(1),
  odds: z.number(),
  pose: z.number(),
  name: z.number(),
})
const shape = z.object({
  hsv: z.object({ hue: z.number(), level: z.number(), area: z.number() }),
  classical: z.object({ colour: z.number(), worst: z.number() }),
  trained: reader,
  features: reader,
})

/**
 * The bounds of all readers. Says on stderr where the files are not those that ship.
 * @param folder of `sight.onnx` and `bounds.json`
 * @returns or what is wrong with them, in a sentence
 */
export function readBounds(folder: string): Result<z.infer<typeof shape>, string> {
  const path = join(folder, 'bounds.json')
  try {
    const read = shape.safeParse(JSON.parse(readFileSync(path, 'utf8')))
    if (!read.success) {
      const [issue] = read.error.issues
      return err(`${path} does not hold bounds: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`)
    }
    for (const name of differing(folder))
      process.stderr.write(`${join(folder, name)} is not the one that ships\n`)
    return ok(read.data)
  } catch (error) {
    return err(
      `the models in ${folder} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

function differing(folder: string): string[] {
  const manifest = parseManifest(readFileSync('models/manifest.json', 'utf8'), 'models/manifest.json')
  const files = manifest.ok ? manifest.value.models.flatMap((model) => model.files) : []
  return ['sight.onnx', 'bounds.json'].filter((name) => {
    const shipped = files.find(({ path }) => path === `sight/${name}`)
    return shipped?.sha256 !== sha256(readFileSync(join(folder, name)))
  })
}
