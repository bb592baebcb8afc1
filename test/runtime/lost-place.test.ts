import { expect, it } from 'vitest'
import { readLibrary } from '#app/policy.js'
import type { LinkNote } from '#learning/episode.js'
import { playOnFloor } from '#lab/bench/floor/play-on-floor.js'
import { shippedField } from '../forecast/support/plans.js'
import { silentFrom } from './support/silent-scanner.js'

const field = shippedField('F1')
const library = readLibrary()

const DRIVES =
  '<Repeat num_cycles="3"><Sequence>' +
  '<ForceSuccess><MoveToZone zone="8"/></ForceSuccess><ForceSuccess><MoveToZone zone="1"/></ForceSuccess>' +
  '</Sequence></Repeat>'
const GRIPS = '<Sequence><MoveToZone zone="1"/><LoadBlocks/></Sequence>'

/**
 * By default six drives of up to two metres.
 * @param silentMs when the scanner falls silent
 */
async function mission({
  silentMs,
  seed = 1,
  nodes = DRIVES,
}: {
  readonly silentMs: number
  readonly seed?: number
  readonly nodes?: string
}) {
  const errors: LinkNote[] = []
  const seen: { ms: number; x: number; y: number; off: number; lost: boolean; commands: number }[] = []
  const { parts } = await playOnFloor({
    ...{ setup: field, library, seed, nodes },
    // which would hold the base before it is lost
    looks: false,
    around: (body) => silentFrom(silentMs, body),
    onTurn: (ms, { parts, world }) => {
      const { x, y } = world.scene().robot.pose
      const { telemetry } = parts.session
      const off = Math.hypot((telemetry?.x ?? 0) - x, (telemetry?.y ?? 0) - y)
      const commands = telemetry?.execCount ?? 0
      seen.push({ ms, x, y, off, lost: parts.corrector?.isLost === true, commands })
    },
    listen: (event) => {
      if (event.kind === 'link' && event.note.level === 'error') errors.push(event.note)
    },
  })
  return { errors, seen, refusals: parts.refusals, drifts: parts.drifts.records }
}

it('a robot whose scanner falls silent stops as soon as it is not sure enough, and drives no further', async () => {
  const { errors, seen, refusals } = await mission({ silentMs: 3000 })
  expect(errors.map(({ text }) => text)).toEqual([
    expect.stringMatching(
      /^the robot no longer knows where it is \(near \(.*give or take \d+ mm and [\d.]+°\)/,
    ),
  ])
  const lost = seen.filter(({ lost }) => lost)
  const [first, last] = [lost[0], lost.at(-1)]
  if (first === undefined || last === undefined) throw new Error('it was never lost')
  // it went on by its wheels for a while, within what they are good for
  expect(first.ms).toBeGreaterThan(3500)
  // 0.6 m/s at 2 m/s² are 0.09 m, and two turns of the loop
  expect(Math.hypot(last.x - first.x, last.y - first.y)).toBeLessThan(0.12)
  expect(refusals.map(({ checkId }) => checkId)).toContain('position-known')
})

it('a robot whose scanner does not fall silent is never lost', async () => {
  const { errors, seen } = await mission({ silentMs: Infinity })
  expect(errors).toEqual([])
  expect(seen.length).toBeGreaterThan(500)
  expect(seen.filter(({ lost }) => lost)).toEqual([])
})

it('a robot does not set out before it has seen where it stands, and its first fix is no drift', async () => {
  for (const seed of [1, 2, 3]) {
    const { seen, drifts } = await mission({ silentMs: Infinity, seed, nodes: GRIPS })
    const commandsAtRest = seen[Math.floor(seen.length / 10)]?.commands ?? 0
    const setsOut = seen.find(({ commands }) => commands > 1)
    expect(commandsAtRest).toBeLessThan(3)
    // SetPose is the first command; it was put up to 30 mm beside its place in x and in y
    expect(setsOut?.off).toBeLessThan(0.006)
    expect(drifts).toEqual([])
  }
})

it('a robot that is not sure enough drives, but touches nothing', async () => {
  const { refusals, seen } = await mission({ silentMs: 1500, nodes: GRIPS })
  expect(refusals.map(({ checkId }) => checkId)).toEqual(['position-sure'])
  expect(refusals[0]?.text).toMatch(/knows where it is only to \d+ mm and \d\.\d°/)
  expect(seen.some(({ lost }) => lost)).toBe(false)
})
