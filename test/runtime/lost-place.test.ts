import { expect, it } from 'vitest'
import { must } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import { parseTree } from '#bt/xml/parse.js'
import { readLibrary } from '#app/policy.js'
import { virtualConnection } from '#app/connections/virtual-connection.js'
import { silentCritic } from '#lab/scripted/silent-critic.js'
import type { LinkNote } from '#learning/episode.js'
import { UNATTENDED } from '#runtime/ending/episode-control.js'
import { playOut } from '#runtime/episode.js'
import { prepareEpisode } from '#runtime/field/prepare.js'
import { readFirmware } from '#simulation/firmware/firmware-file.js'
import type { World } from '#simulation/field/world/world.js'
import { shippedField } from '../forecast/support/plans.js'

const field = shippedField('F1')
const library = readLibrary()
const treeOf = (body: string): TreeDoc =>
  must(
    parseTree(`<root BTCPP_format="4"><BehaviorTree ID="T">${body}</BehaviorTree></root>`, {
      file: 'a tree of this test',
      library,
    }),
    'a tree of this test',
  )

const DRIVES = treeOf(
  '<Repeat num_cycles="3"><Sequence>' +
    '<ForceSuccess><MoveToZone zone="8"/></ForceSuccess><ForceSuccess><MoveToZone zone="1"/></ForceSuccess>' +
    '</Sequence></Repeat>',
)
const GRIPS = treeOf('<Sequence><MoveToZone zone="1"/><LoadBlocks/></Sequence>')

/**
 * On the floor on which wheels slip; by default six drives of up to two metres.
 * @param silentMs when the scanner falls silent
 */
async function mission({
  silentMs,
  seed = 1,
  doc = DRIVES,
}: {
  readonly silentMs: number
  readonly seed?: number
  readonly doc?: TreeDoc
}) {
  let world: World | undefined
  const body = virtualConnection({
    setup: field,
    wasm: must(readFirmware(), 'the shipped firmware'),
    seed,
    episode: 1,
    faults: 'none',
    ground: 'floor',
    scanner: 'ld19',
    wrapCamera: (opened, camera) => ((world = opened), camera),
  })
  const { scanner, clock } = body
  if (scanner === undefined) throw new Error('this robot has no scanner')
  const errors: LinkNote[] = []
  const seen: { ms: number; x: number; y: number; off: number; lost: boolean; commands: number }[] = []
  const parts = prepareEpisode({
    episode: 1,
    doc,
    map: field.map,
    library,
    body: {
      ...body,
      scanner: {
        model: scanner.model,
        read: () => {
          const read = scanner.read()
          return clock.now() < silentMs ? read : { ...read, bytes: new Uint8Array(0) }
        },
      },
      pace: async (period) => {
        await body.pace(period)
        const { x, y } = (world as World).scene().robot.pose
        const { telemetry } = parts.session
        const off = Math.hypot((telemetry?.x ?? 0) - x, (telemetry?.y ?? 0) - y)
        const commands = telemetry?.execCount ?? 0
        seen.push({ ms: clock.now(), x, y, off, lost: parts.corrector?.isLost === true, commands })
      },
    },
    critic: silentCritic({ c: 1, summary: '', model: 'silent stand-in' }),
    before: [],
    sessionId: 7,
    armedBy: 'a test',
    control: UNATTENDED,
    journal: () => undefined,
    // which would hold the base before it is lost
    monitorsObstacles: false,
    listen: (event) => {
      if (event.kind === 'link' && event.note.level === 'error') errors.push(event.note)
    },
  })
  try {
    must(await playOut(parts), 'an episode that starts')
    return { errors, seen, refusals: parts.refusals, drifts: parts.drifts.records }
  } finally {
    body.close()
  }
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
    const { seen, drifts } = await mission({ silentMs: Infinity, seed, doc: GRIPS })
    const commandsAtRest = seen[Math.floor(seen.length / 10)]?.commands ?? 0
    const setsOut = seen.find(({ commands }) => commands > 1)
    expect(commandsAtRest).toBeLessThan(3)
    // SetPose is the first command; it was put up to 30 mm beside its place in x and in y
    expect(setsOut?.off).toBeLessThan(0.006)
    expect(drifts).toEqual([])
  }
})

it('a robot that is not sure enough drives, but touches nothing', async () => {
  const { refusals, seen } = await mission({ silentMs: 1500, doc: GRIPS })
  expect(refusals.map(({ checkId }) => checkId)).toEqual(['position-sure'])
  expect(refusals[0]?.text).toMatch(/knows where it is only to \d+ mm and \d\.\d°/)
  expect(seen.some(({ lost }) => lost)).toBe(false)
})
