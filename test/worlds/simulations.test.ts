import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadSimulation, openSimulation, simulationNames } from '#app/world/simulation.js'

const SRC = join(import.meta.dirname, '../../src')
/**
 * where a simulation is at home; its camera in simulation/camera is the one part outside a folder of its name, and what
 * needs the world language is in app/world
 */
const own = (name: string) => [
  `app/world/simulations/${name}.ts`,
  `simulation/${name}/`,
  `app/world/${name}/`,
  `config/${name}/`,
  `simulation/camera/${name}-camera.ts`,
]

const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))

/** Lines that import a part of this simulation. */
const importsOf = (name: string, text: string): string[] =>
  text.split('\n').filter((line) => {
    const from = /(?:from|import\() ?'([^']+)'/.exec(line)?.[1] ?? ''
    return new RegExp(
      `(?:simulation|config|simulations|app/world)/${name}(?:/|\\.js)|/${name}-camera\\.js`,
    ).test(from)
  })

describe('the simulations of worlds that ship with graft', () => {
  it('are found by the names of their files, and each can be opened', async () => {
    expect(simulationNames()).toContain('home')
    for (const name of simulationNames())
      expect(await loadSimulation(name), name).toMatchObject({ open: expect.any(Function) as unknown })
  })

  it.each(simulationNames())('%s is imported by nothing outside its own rooms', (name) => {
    const found = sources.map((file) => ({
      file,
      lines: importsOf(name, readFileSync(join(SRC, file), 'utf8')),
    }))
    const isOwn = (file: string) => own(name).some((room) => file.startsWith(room))
    expect(found.filter(({ file, lines }) => isOwn(file) && lines.length > 0).length).toBeGreaterThan(0)
    expect(found.filter(({ file, lines }) => !isOwn(file) && lines.length > 0)).toEqual([])
  })

  it.each(['../simulation', 'home.js', 'Home', '', 'constructor', 'field', 'home/../home'])(
    'has none of the name %j, and says which there are',
    async (name) => {
      const options = { folder: '.', task: 'none', believed: new Map(), seed: 1, faults: 'none' } as const
      expect(await openSimulation(name, options)).toMatchObject({
        ok: false,
        error: [{ code: 'robot.no-simulation', got: name, expected: simulationNames().join(', ') }],
      })
    },
  )
})
