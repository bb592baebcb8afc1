import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Observation } from '#drivers/contract.js'
import { must } from '#base/result.js'
import { EXIT } from '#app/command-line/exit-code.js'
import { loadWorld } from '#app/world/load-world.js'
import { trySeen } from '#app/world/try-offers.js'
import { checkWorld } from '#cli/world/check.js'
import { checkProgress } from '#cli/world/check-progress.js'
import { explore } from '#worlds/prove/explore.js'
import { homeWith } from '#lab/latency/home-permits.js'
import { Recorder } from '../cli/bt/bench.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const FOREIGN = ['warehouse', 'pipetting', 'greenhouse', 'kitchen', 'lift', 'hospital']

let folder = ''
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'graft-expect-'))))
afterAll(() => rmSync(folder, { recursive: true }))

type Change = readonly [file: string, from: string | RegExp, to: string]

/** `graft world check` on a copy of a world, after changes of its files: from one text to another. */
async function check(
  from: string,
  changes: readonly Change[] = [],
  options: { readonly write?: boolean } = {},
) {
  const world = join(folder, 'world')
  rmSync(world, { recursive: true, force: true })
  cpSync(join(root, from), world, { recursive: true })
  if (options.write === true)
    await checkWorld(world, { limit: 2000, json: false, write: true }, new Recorder({ env: {} }))
  for (const [file, old, now] of changes) {
    const text = readFileSync(join(world, file), 'utf8')
    const changed = text.replace(old, () => now)
    expect([file, old, changed]).not.toEqual([file, old, text])
    writeFileSync(join(world, file), changed)
  }
  const io = new Recorder({ env: {} })
  const code = await checkWorld(world, { limit: 2000, json: false }, io)
  return { code, text: `${io.text}${io.errors}`.replaceAll(folder, '') }
}

it.each(['tasks', 'policy', 'trees'])('world check: a file in the place of %s is told', async (name) => {
  const world = join(folder, `no-${name}`)
  cpSync(join(root, 'worlds/home'), world, { recursive: true })
  rmSync(join(world, name), { recursive: true, force: true })
  writeFileSync(join(world, name), '')
  const io = new Recorder({ env: {} })
  expect(await checkWorld(world, { limit: 2000, json: false }, io)).toBe(EXIT.usage)
  const told = name === 'policy' ? /tree.unreadable|world.no-folder/ : /world.no-folder: .* is not a folder/
  expect(`${io.text}${io.errors}`).toMatch(told)
  const other = await loadWorld({ world, task: 'nope' })
  expect(other).toMatchObject({ error: [{ code: 'task.missing' }] })
})

describe('worlds of other trades', () => {
  it.each(FOREIGN)('%s loads unchanged, and nothing in it is to be mended', async (name) => {
    const { code, text } = await check(`test/worlds/foreign/${name}`)
    expect([code, text]).toEqual([
      EXIT.ok,
      expect.stringContaining('policy/reference.xml: passes the plan check'),
    ])
    expect(text).toContain('there is no robot.yaml yet')
  })
})

describe('expect.yaml', () => {
  it.each(['worlds/service', 'worlds/task-board'])('%s means what its file says', async (name) => {
    const { code, text } = await check(name)
    expect([code, text]).toEqual([EXIT.ok, expect.stringContaining('✓ all is as expect.yaml says')])
  })

  it.each<readonly [string, string, string, string, RegExp]>([
    [
      'a check that is gone',
      'world.yaml',
      'holds: pressed(red_button)',
      'holds: pressed(blue_button)',
      /expect\.yaml:\d+:\d+: error expect\.changed: OpenTrapdoor in this state: trapdoor_open := true.*\n {2}expected: refused unlocked/,
    ],
    [
      'an object that is new',
      'world.yaml',
      '[blue_button, red_button]',
      '[blue_button, red_button, green_button]',
      /expect\.new: no example for PressButton button="green_button"/,
    ],
    [
      'an object that is gone',
      'world.yaml',
      '[plug, cable, handle, tip]',
      '[plug, cable, handle]',
      /error .*tip/,
    ],
    [
      'a goal that is gone',
      'task.yaml',
      '  - { text: the red button is pressed, holds: pressed(red_button) }\n',
      '',
      /expect\.task: the task has changed: missed in this state/,
    ],
    [
      'another tree',
      'trees/solve-board.xml',
      '<OpenTrapdoor/>',
      '',
      /expect\.tree: trees\/solve-board\.xml passes; the plan does not achieve/,
    ],
    [
      'another tree that fails',
      'trees/any-part.xml',
      'tool="charger"/>\n      <Plug',
      'tool="charger" part="plug"/>\n      <Plug',
      /expect\.tree: trees\/any-part\.xml passes/,
    ],
    [
      'a line that is wrong',
      'expect.yaml',
      'OpenTrapdoor',
      'Open Trapdoor',
      /expect\.no-step: "Open Trapdoor" is no step/,
    ],
    [
      'a fact that is none',
      'expect.yaml',
      'pressed(blue_button): true',
      'pressed(blue_buton): true',
      /expect\.no-state: there is no fact "pressed\(blue_buton\)" any more/,
    ],
    [
      'a key that is none',
      'expect.yaml',
      '\nexamples:',
      '\nexample:',
      /error expect\.unknown-key: the file has no key "example"/,
    ],
  ])('%s is to be mended, at its place', async (_, file, from, to, problem) => {
    const { code, text } = await check('worlds/task-board', [[file, from, to]])
    expect(code === EXIT.no || code === EXIT.usage).toBe(true)
    expect(text).toMatch(problem)
  })

  it('compares a file that was written before it held what time costs', async () => {
    const lift = 'test/worlds/foreign/lift'
    const earlier: Change = ['expect.yaml', /time: .*/, 'seconds: { 120: -36, 121: -56.3 }']
    const same = await check(lift, [earlier], { write: true })
    expect([same.code, same.text]).toEqual([EXIT.ok, expect.stringContaining('all is as expect.yaml says')])
    const { text } = await check(lift, [earlier, ['task.yaml', 'overLimit: -20', 'overLimit: -10']], {
      write: true,
    })
    expect(text).toMatch(/after 121 s/)
  })

  it('knows the trees that the file names, in whatever quotes', async () => {
    const plain = await check('worlds/task-board', [
      ['expect.yaml', "'trees/any-part.xml':", 'trees/any-part.xml:'],
      ['expect.yaml', "'trees/full-gripper.xml':", '"trees/full-gripper.xml":'],
    ])
    expect([plain.code, plain.text]).toEqual([EXIT.ok, expect.not.stringContaining('! trees/')])
  })

  it('--write says what tasks mean: their start, points, goals, and what they forbid', async () => {
    const lift = 'test/worlds/foreign/lift'
    const changes: readonly (readonly [string, string, RegExp])[] = [
      ['points: 25', 'points: 20', /points in this state/],
      ['limitSeconds: 120', 'limitSeconds: 240', /limitSeconds differs[^]*expected: 120\n *got: *240/],
      ['then: where(tenant) = ground', 'then: where(tenant) = first', /expect\.(task|changed)/],
      ['task: both\n', 'task: both\nstart: { lift_at: ground }\n', /start differs/],
    ]
    for (const [from, to, problem] of changes) {
      const { code, text } = await check(lift, [['task.yaml', from, to]], { write: true })
      expect([from, code]).toEqual([from, EXIT.no])
      expect(text).toMatch(problem)
    }
    // a limit that costs nothing is no less a part of the task
    const free: Change[] = [
      ['expect.yaml', ', overLimit: -20 }', ' }'],
      ['task.yaml', 'limitSeconds: 120\noverLimit: -20\n', 'limitSeconds: 10\n'],
    ]
    const { text } = await check(lift, free, { write: true })
    expect(text.match(/the task has changed/g)).toHaveLength(1)
    expect(text).toMatch(/limitSeconds differs\n *expected: 120\n *got: *10/)
    const same = await check(lift, [], { write: true })
    expect([same.code, same.text]).toEqual([EXIT.ok, expect.stringContaining('all is as expect.yaml says')])
  })
})

describe('the proof of a world', () => {
  it('names what nothing depends on, and what no expectation would miss', async () => {
    const { text } = await check('test/worlds/foreign/hospital', [
      ['world.yaml', 'holds: at = addressee(?parcel)', 'holds: at = laboratory'],
      ['world.yaml', 'expected: [location(?parcel) = at, signed(?parcel)]', 'expected: [signed(?parcel)]'],
    ])
    expect(text).toContain('! nothing uses the constant addressee')
    expect(text).toContain('! nothing that Deliver expects would be missed if location had not changed')
  })

  it('looks at fewer states where each has very many steps, and says that these are not all', () => {
    const domain = homeWith(252)
    let called = 0
    const { states, steps, complete } = explore(domain, { limit: 1000, onProgress: () => void called++ })
    expect(steps).toHaveLength(5_000)
    expect([states.length, complete]).toEqual([120, false])
    expect(called).toBeGreaterThan(0)
  })

  it('a long check says how far it is: after two seconds, then now and then', () => {
    let now = 0
    const lines: string[] = []
    const { onProgress } = checkProgress({ write: (text: string) => lines.push(text) }, () => now)
    for (; now <= 25_000; now += 500) onProgress('states found', now / 500, 100)
    expect(lines).toEqual([
      'states found: 4 of 100 at most\n',
      'states found: 24 of 100 at most\n',
      'states found: 44 of 100 at most\n',
    ])
  })
})

it('a fact that a driver promises and never reports is worth a look', async () => {
  const world = must(await loadWorld({ world: 'home' }), 'home')
  const seen = (...facts: readonly string[]): Observation =>
    ({
      t: 0,
      facts: facts.map((fact) => ({ fact, value: 'x', confidence: 1, ageMs: 0 })),
    }) as unknown as Observation
  const all = ['at', 'robot_in', 'location(mug)', 'open(fridge)', 'whereabouts(anna)', 'cannot_tell(mug)']
  expect(trySeen(world, [seen('at', 'robot_in'), seen(...all)])).toEqual([])
  expect(trySeen(world, [seen(...all.slice(0, 3)), seen('at', 'cannot_tell(mug)')])).toEqual([
    {
      ok: true,
      hint: true,
      text: expect.stringMatching(/open, whereabouts by camera, and none came in 2 obs/) as string,
    },
  ])
})
