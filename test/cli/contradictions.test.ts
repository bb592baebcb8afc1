import { describe, expect, it } from 'vitest'
import { treeHash } from '#bt/xml/write.js'
import { contradictions } from '#cli/run/contradictions.js'
import { fieldOptions, missingPartner, simulationOptions } from '#cli/run/partners.js'
import { checkKey } from '#app/run-folder/read/read-manifest.js'
import { makeManifest } from '#app/run-folder/field-manifest.js'
import type { RunOptions } from '#app/command-line/options.js'
import { initialTree } from '../runtime/support/loop.js'
import { benchmarkField } from '../simulation/support/field.js'

const BEGUN = {
  episodes: 10,
  seed: 1,
  actor: 'model',
  faults: 'nominal',
  blockInfo: false,
  strictAlg1: false,
  out: 'runs',
  wire: false,
  json: false,
} as const satisfies RunOptions

const setup = benchmarkField()
const manifest = makeManifest(BEGUN, setup, initialTree, [])
const asked = { fields: [setup], treeHash: treeHash(initialTree) }
const typed = (options: Partial<RunOptions>, of = manifest): string[] =>
  contradictions({ ...BEGUN, ...options, given: new Set(Object.keys(options)) }, of, asked).map(
    ({ message, expected, got }) => `${message}: ${expected} / ${got}`,
  )

describe('what says nothing on a field', () => {
  it.each([
    [{}, '--faults rough without --world'],
    [{ world: 'field' }, '--faults rough with --world field'],
  ])('rough faults are refused, not recorded and left out: %j', (options, got) => {
    expect(missingPartner({ ...BEGUN, ...options, faults: 'rough' })).toMatchObject({
      got,
      expected: '--faults nominal or none, or a world whose simulation has rough faults',
      hint: 'graft run --world home --faults rough, or leave --faults out',
    })
    expect(missingPartner({ ...BEGUN, ...options, faults: 'none' })).toBeUndefined()
  })
})

describe('a laser scanner where there can be none', () => {
  it('is refused on a real robot, whose port nothing reads yet; that it has none may be said', () => {
    const real = { ...BEGUN, serial: '/dev/ttyACM0' }
    expect(missingPartner({ ...real, scanner: 'ld19', given: new Set(['scanner']) })).toMatchObject({
      code: 'run.virtual-only',
      expected: '--scanner none with --serial',
      got: '--scanner ld19',
      hint: 'omit --scanner; a real robot localises by its wheels',
    })
    expect(missingPartner({ ...real, scanner: 'none', given: new Set(['scanner']) })).toBeUndefined()
  })

  it('is refused in another world', () => {
    const refused = fieldOptions({
      ...BEGUN,
      world: 'tabletop',
      scanner: 'ld19',
      given: new Set(['scanner']),
    })
    expect(refused).toMatchObject([
      {
        message: '--scanner is for runs on a field, and tabletop is another world',
        expected: 'a run on a field',
        got: '--scanner with --world tabletop',
        hint: 'omit it, or run the field: --world field instead of --world tabletop',
      },
    ])
  })
})

describe('what is typed beside --resume', () => {
  it('may say again what the run is made of, and what is no part of it', () => {
    expect(typed({})).toEqual([])
    expect(typed({ seed: 1, field: setup.map.id, fields: 'f.yaml', episodes: 10, tree: 't.xml' })).toEqual([])
    expect(typed({ json: true, wire: true, out: 'elsewhere' })).toEqual([])
  })

  it.each([
    [{ seed: 2 }, '--seed: 1 / 2'],
    [{ field: 'F9' }, `--field: ${setup.map.id} / F9`],
    [{ episodes: 20 }, '--episodes: 10 / 20'],
    [{ actor: 'rules' }, '--actor: model / rules'],
    [{ faults: 'none' }, '--faults: nominal / none'],
    [{ blockInfo: true }, '--block-info: false / true'],
    [{ strictAlg1: true }, '--strict-alg1: false / true'],
    [{ untilClean: true }, '--until-clean: false / true'],
    [{ line: 'drop=0.05' }, '--line: none / drop=0.05'],
    [{ scanner: 'ld19' }, '--scanner: none / ld19'],
    [{ inject: { episode: 2, atSeconds: 15 } }, '--inject: none / unplug@2:15'],
    [{ serial: '/dev/ttyACM0' }, '--serial: the virtual robot / /dev/ttyACM0'],
  ] as const)('%j is another run', (options, words) => {
    expect(typed(options)).toEqual([`run ${manifest.key} was started with a different ${words}`])
  })

  it('a laser scanner makes another run, with another id; a run that says nothing of one has none', () => {
    const scanned = makeManifest({ ...BEGUN, scanner: 'ld19' }, setup, initialTree, [])
    expect(scanned.scanner).toBe('ld19')
    expect(manifest).not.toHaveProperty('scanner')
    expect(makeManifest({ ...BEGUN, scanner: 'none' }, setup, initialTree, []).key).toBe(manifest.key)
    expect(scanned.key).not.toBe(manifest.key)
    expect(checkKey('run', scanned)).toEqual({ ok: true, value: undefined })
    expect(typed({ scanner: 'ld19' }, scanned)).toEqual([])
    expect(typed({ scanner: 'none' })).toEqual([])
  })

  it('a pulled cable, and the pauses of a service, make another run, with another id', () => {
    const inject = { episode: 2, atSeconds: 15 }
    const pulled = makeManifest({ ...BEGUN, inject }, setup, initialTree, [])
    const served = makeManifest({ ...BEGUN, service: true }, setup, initialTree, [])
    expect(pulled.inject).toBe('unplug@2:15')
    expect(new Set([manifest.key, pulled.key, served.key]).size).toBe(3)
    for (const each of [pulled, served]) expect(checkKey('run', each)).toEqual({ ok: true, value: undefined })
    expect(typed({ inject }, pulled)).toEqual([])
  })

  it('a run of a real controller does not go on with the virtual robot', () => {
    const real = makeManifest({ ...BEGUN, serial: '/dev/ttyACM0' }, setup, initialTree, [])
    expect(typed({}, real)).toHaveLength(1)
    expect(typed({ serial: '/dev/ttyACM1' }, real)).toEqual([])
  })

  it('another tree and another field of the same name are other runs', () => {
    const options = { ...BEGUN, tree: 't.xml', fields: 'f.yaml', given: new Set(['tree', 'fields']) }
    const moved = { ...setup, map: { ...setup.map, home: { ...setup.map.home, radius: 9 } } } as typeof setup
    const other = contradictions(options, manifest, { fields: [moved], treeHash: 'f00' })
    expect(other.map(({ message }) => message.slice(-8))).toEqual(['--fields', 't --tree'])
  })
})

describe('options that a robot with a driver of its own cannot follow', () => {
  const refused = (kind: 'process' | 'simulated', ...given: string[]): string[] =>
    simulationOptions({ given: new Set(given) }, { kind }).map(({ message }) => message)

  it('are refused where they were typed, and where graft simulates nothing', () => {
    expect(refused('simulated', 'scenario', 'faults')).toEqual([])
    expect(refused('process', 'seed', 'task')).toEqual([])
    expect(refused('process', 'scenario', 'faults')).toEqual([
      '--scenario is for simulations that ship with graft, and this robot has a driver of its own (process)',
      '--faults is for simulations that ship with graft, and this robot has a driver of its own (process)',
    ])
  })
})
