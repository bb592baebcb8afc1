import { describe, expect, it } from 'vitest'
import { SLOTS, slotsMask } from '#base/field-map.js'
import { stream, type Rng } from '#base/random.js'
import { ms } from '#base/units.js'
import { facesZone, intend, SKILL_NAMES } from '#twin/field/intend.js'
import { judge, RULES, describeCommand } from '#twin/field/judge.js'
import type { Observation } from '#twin/field/observation.js'
import { observe } from '#twin/field/observe.js'
import { dockPose, pushEnd, describePlace } from '#twin/field/places.js'
import { formatCups, describePredicate, formatSlots } from '#twin/field/predicates.js'
import type { Command, WorldState } from '#twin/field/world.js'
import { INJECTED_FAULTS } from '../gate/support/injected-faults.js'
import { isLawful } from '../gate/support/lawful.js'
import { anyCommand, anySetpoint, anyWorld, bentTowards, spoil } from '../gate/support/random-world.js'
import { at, carrying, filled, map, start, zoneAt } from './field.js'

/**
 * Pages of what the twin says and believes, word by word: whoever changes a sentence or an effect sees on them what
 * people, prompts and skills will get. `npx vitest run test/twin/pages -u` writes them anew.
 */
const drawn = (...name: string[]): Rng => stream(1, 'twin-page', ...name)

describe('MOD-10: pages of the twin', () => {
  it('refusals: the sentence of every rule, and what is said when it is broken', async () => {
    const lines: string[] = []
    for (const { kind, checks } of Object.values(RULES)) {
      lines.push(`# ${kind}`, ...checks.map(({ id, text }) => `${id}: ${text}`), '')
    }
    for (const [id, { befalls, inject }] of Object.entries(INJECTED_FAULTS)) {
      lines.push(`## ${id}`)
      const rng = drawn('refusals', id)
      const said = new Set<string>()
      for (let i = 0; i < 12 && said.size < 8; i++) {
        const wrong = inject(rng, map, permitted(rng, befalls))
        if (wrong === undefined) continue
        const verdict = judge(wrong.state, wrong.command, map)
        if (verdict.ok) throw new Error(`${id} was not noticed`)
        for (const { checkId, text } of verdict.error.failed) said.add(`${describeCommand(wrong.command)} | ${checkId}: ${text}`)
      }
      lines.push(...said, '')
    }
    await expect(lines.join('\n')).toMatchFileSnapshot('pages/refusals.txt')
  }) // prettier-ignore

  it('outcomes: what each command leads to when all goes well, and what sensors must show then', async () => {
    const lines: string[] = []
    for (const kind of Object.keys(RULES) as Command['kind'][]) {
      const rng = drawn('outcomes', kind)
      for (let i = 0; i < 8; i++) {
        const { state, command } = permitted(rng, [kind])
        const verdict = judge(state, command, map)
        if (!verdict.ok) throw new Error(verdict.error.text)
        const { after, expected } = verdict.value
        lines.push(`# ${describeCommand(command)}`, belief(state), belief(after), expected.map((each) => describePredicate(each, map)).join('; '), '')
      }
    }
    await expect(lines.join('\n')).toMatchFileSnapshot('pages/outcomes.txt')
  }) // prettier-ignore

  it('skills: the commands that remain for every skill, or why there are none', async () => {
    const states: readonly (readonly [string, WorldState])[] = [
      ['at the start', start],
      ['at zone 1', at(zoneAt(1))],
      ['at zone 1, which is empty', at(zoneAt(1), filled(1, '0000'))],
      ['at zone 1 with half of its blocks', at(zoneAt(1), carrying('1010', 1, filled(1, '0101')))],
      ['at zone 1 with all its blocks', at(zoneAt(1), carrying('1111', 1))],
      ['at zone 1, gripping', lowered(at(zoneAt(1), carrying('0110', 1)))],
      ['at zone 3 with blocks of zone 1', at(zoneAt(3), carrying('1100', 1))],
      ['at zone 3 with a block in each cup', at(zoneAt(3), carrying('1111', 1))],
      ['at zone 2 with blocks', at(zoneAt(2), carrying('0111', 5))],
      ['at zone 2 with nothing', at(zoneAt(2))],
      ['between places with blocks', between(carrying('0011', 7))],
      ['at the shelf', at({ kind: 'shelf' })],
      ['the shelf at its target', { ...at(zoneAt(6)), shelf: 'target' }],
      ['a turn of cups 0 and 1 cut off', turning(carrying('1100', 1), '1100')],
      ['a turn cut off by nobody knows whom', turning(carrying('1100', 1))],
    ]
    const steps: readonly (readonly [string, Record<string, string>])[] = [
      ...['1', '4', '9', '0', '', 'x', '1.5'].map((zone) => ['MoveToZone', { zone }] as const),
      ['MoveToZone', {}],
      ...['1', '2', '3', ''].map((position) => ['MoveToZone', { zone: '2', position }] as const),
      ['MoveToHome', {}],
      ['LoadBlocks', {}],
      ['UnloadBlocks', {}],
      ...['1111', '0101', '0000', '1100', '{faces}', '{', 'x{y}', '12', ''].map((mask) => ['RotateBlocks', { mask }] as const),
      ['RotateBlocks', {}],
      ['MoveCursor', {}],
      ...['0', '10', '10.1', '-1', 'x', ''].map((duration) => ['CustomDelay', { duration }] as const),
      ['CustomDelay', {}],
      ...['1', '2', '', '9'].map((zone) => ['ReadFaces', { zone }] as const),
      ['ReadFaces', {}],
      ['Dance', {}],
    ]
    expect(new Set(steps.map(([skill]) => skill))).toEqual(new Set([...SKILL_NAMES, 'Dance']))
    const lines = states.flatMap(([title, state]) => [
      `# ${title}`,
      ...steps.map(([skill, args]) => {
        const intent = intend({ skill, args }, state, map)
        const faces = skill === 'ReadFaces' ? ` (zone ${facesZone(args, state, map) ?? '-'})` : ''
        const what = intent.ok ? intent.value.map(inFull).join(', then ') || 'nothing' : `${intent.error.checkId}: ${intent.error.text}`
        return `${skill} ${JSON.stringify(args)}${faces}: ${what}`
      }),
      '',
    ])
    await expect(lines.join('\n')).toMatchFileSnapshot('pages/skills.txt')
  }) // prettier-ignore

  it('observations: what becomes of a belief when sensors say this and that', async () => {
    const rng = drawn('observations')
    const lines: string[] = []
    for (let i = 0; i < 90; i++) {
      const command = anyCommand(rng, map)
      const any = anyWorld(rng, map, 1)
      const state = rng.chance(0.7) ? bentTowards(rng, map, any, command) : any
      const running = rng.chance(0.6) ? command : undefined
      const seen = anySight(rng, state)
      const { state: after, drifts } = observe(state, seen, map, running)
      const sight = `(${seen.pose.x.toFixed(3)} ${seen.pose.y.toFixed(3)} ${seen.pose.theta.toFixed(3)}) ${seen.moving ? 'moving' : 'still'} holding ${seen.holding} lift ${seen.lift} rotator ${seen.rotator}${seen.bumper ? ' bumper' : ''}${seen.estop ? ' estop' : ''}${seen.linkUp ? '' : ' no link'}`
      lines.push(`# ${running === undefined ? 'nothing runs' : describeCommand(running)}`, belief(state), `seen ${sight}`, belief(after))
      lines.push(...drifts.map((drift) => `${drift.kind}${'cup' in drift ? ` ${drift.cup}` : ` from ${describePlace(map, drift.from)}`}${'held' in drift ? ` ${JSON.stringify(drift.held)}` : ''}: ${drift.text}`), '')
    }
    await expect(lines.join('\n')).toMatchFileSnapshot('pages/observations.txt')
  }) // prettier-ignore

  it('words: masks', () => {
    expect(
      ['0000', '0100', '1010', '1111'].map((mask) => `${formatCups(mask)} / ${formatSlots(mask)}`),
    ).toEqual([
      'cup none / slot none',
      'cup 1 / slot 1',
      'cups 0 and 2 / slots 0 and 2',
      'cups 0, 1, 2 and 3 / slots 0, 1, 2 and 3',
    ])
    expect(describePlace(map, zoneAt(12))).toBe('at zone 12')
    expect(dockPose(map, zoneAt(12))).toBeUndefined()
  })
})

function permitted(rng: Rng, kinds: readonly Command['kind'][]) {
  for (;;) {
    const command = kinds.every((kind) => kind === 'jog') ? anySetpoint(rng) : anyCommand(rng, map)
    if (!kinds.includes(command.kind)) continue
    const state = bentTowards(rng, map, anyWorld(rng, map, 1), command)
    if (isLawful(state, command, map)) return { state, command }
  }
}

/** A belief in one line. */
function belief({ rev, clock, robot, gripper, zones, shelf }: WorldState): string {
  const number = (value: number): string => value.toFixed(3)
  const face = (block: { readonly face: string } | null): string => block?.face.slice(0, 1) ?? '.'
  const cups = gripper.cups.map((held) => (held === null ? '.' : `${held.from}${face(held)}${held.slot}`)).join(' ')
  const flags = [robot.moving && 'moving', robot.estop && 'estop', !robot.linkUp && 'no link'].filter(Boolean)
  const { end, turning, mask } = gripper.rotator
  const lie = [...zones].map(([id, { slots }]) => `${id}:${slots.map(face).join('')}`).join(' ')
  return [
    `rev ${rev}`, `t ${clock > 1000 ? '-' : clock}`, describePlace(map, robot.place),
    `(${number(robot.pose.x)} ${number(robot.pose.y)} ${number(robot.pose.theta)})`, ...flags,
    `cups ${cups}`, `lift ${gripper.lift}`, `rotator ${end}${turning ? ` turning ${mask ?? '?'}` : ''}`, lie, `shelf ${shelf}`,
  ].join(', ')
} // prettier-ignore

/** A command with all that it holds. */
const inFull = (command: Command): string =>
  'mask' in command || command.kind === 'jog'
    ? describeCommand(command)
    : `${describeCommand(command)} ${JSON.stringify(command.kind === 'move' ? command.pose : [command.from, command.to])}`

/** What sensors might say of this belief: mostly that it is true, but for a thing or two. */
function anySight(rng: Rng, state: WorldState): Observation {
  const other = spoil(rng, map, state)
  const { pose } = rng.pick([state.robot, state.robot, other.robot])
  const poses = [
    pose,
    pose,
    pushEnd(map),
    dockPose(map, { kind: 'shelf' }),
    dockPose(map, zoneAt(1 + rng.int(8))),
  ]
  const held = SLOTS.filter((cup) => (state.gripper.cups[cup] !== null) !== rng.chance(0.15))
  return {
    t: ms(20),
    pose: rng.pick(poses) ?? pose,
    moving: rng.chance(0.2),
    holding: slotsMask(held),
    lift: rng.pick(['up', 'up', 'down', 'between']),
    rotator: rng.pick([state.gripper.rotator.end, 0, 1, 'between']),
    bumper: rng.chance(0.5),
    estop: rng.chance(0.1),
    linkUp: !rng.chance(0.1),
  }
}

const lowered = (state: WorldState): WorldState => ({ ...state, gripper: { ...state.gripper, lift: 'down' } })
const between = (state: WorldState): WorldState => ({ ...state, robot: { ...state.robot, place: 'between' } })
const turning = (state: WorldState, mask?: string): WorldState => ({
  ...state,
  gripper: { ...state.gripper, rotator: { end: 1, turning: true, ...(mask !== undefined && { mask }) } },
})
