import { expect, it } from 'vitest'
import { intend } from '#twin/field/intend.js'
import { judge, describeCommand } from '#twin/field/judge.js'
import { fieldDomain } from '#twin/field/field-domain.js'
import { reasonsFor, explain } from '#twin/plan/explain.js'
import { findFix } from '#twin/plan/find-fix.js'
import { formatStep, type PlannedStep } from '#twin/domain/domain.js'
import type { Command, MotionCommand, WorldState } from '#twin/field/world.js'
import { CASES } from '../cases.js'
import { at, carrying, map, start, zoneAt } from '../field.js'

const domain = fieldDomain(map)
const STEPS: Readonly<Record<MotionCommand['kind'], (command: Command) => PlannedStep>> = {
  move: (command) =>
    step(
      'MoveToZone',
      command.kind === 'move' && command.to.kind === 'zone' ? { zone: `${command.to.zone}` } : {},
    ),
  grip: () => step('LoadBlocks'),
  release: () => step('UnloadBlocks'),
  rotate: (command) => step('RotateBlocks', command.kind === 'rotate' ? { mask: command.mask } : {}),
  push: () => step('MoveCursor'),
}
const step = (skill: string, args: PlannedStep['args'] = {}): PlannedStep => ({ skill, args, path: '/1' })

/** The explanation of one check, as if nothing had happened before. */
function told(checkId: string, [state, command]: readonly [WorldState, Command]): string {
  const verdict = judge(state, command, map)
  const failed = verdict.ok ? undefined : verdict.error.failed.find((each) => each.checkId === checkId)
  if (failed === undefined) throw new Error(`${checkId} holds`)
  if (command.kind === 'jog') throw new Error('no step of a plan drives by hand')
  const asked = STEPS[command.kind](command)
  return explain({
    after: null,
    step: asked,
    command: describeCommand(command),
    ...failed,
    because: reasonsFor(
      (world: WorldState) => domain.account?.(checkId, world, command) ?? { believed: [] },
      state,
      start,
      [{ by: 'what was set up', end: state }],
    ),
    fix: findFix({ step: asked, state, plan: { kind: 'step', step: asked } }, domain),
  })
}

it('explains each check of the field: what, which rule, what is believed, what is wrong, what would mend it', async () => {
  const ofPlans = Object.entries(CASES).filter(([, { bad }]) => bad[1].kind !== 'jog')
  const all = ofPlans.map(([key, { bad }]) => `${key}\n  ${told(key.split(' ')[1] ?? '', bad)}\n`)
  await expect(all.join('\n')).toMatchFileSnapshot('explanations.golden.txt')
  for (const text of all) expect(text).toMatch(/would .*\. The rule [a-z-]+ says: .*\. So: .*\./)
})

it('tells which step brought what is believed', () => {
  const account = (world: WorldState) => domain.account?.('cups-free', world) ?? { believed: [] }
  const loaded = at(zoneAt(1), carrying('1110', 1))
  const because = reasonsFor(account, loaded, start, [
    { by: 'MoveToZone zone="1"', end: at(zoneAt(1)) },
    { by: 'LoadBlocks', end: at(zoneAt(1), carrying('1111', 1)) },
    { by: 'the drift at 12.3 s', end: loaded },
    { by: 'MoveToZone zone="3"', end: at(zoneAt(3), loaded) },
  ])
  expect(because.believed).toEqual([
    { fact: 'cups 0, 1 and 2 hold a block of zone 1', since: 'the drift at 12.3 s' },
    { fact: 'cup 3 is empty', since: 'the drift at 12.3 s' },
  ])
})

it('says so when a step asks for no command at all', () => {
  const asked = { skill: 'MoveToZone', args: { zone: '9' }, path: '/' }
  const commands = intend(asked, start, map)
  const error = commands.ok ? { checkId: '', text: '' } : commands.error
  expect(explain({ after: null, step: asked, ...error, because: null, fix: null })).toBe(
    `${formatStep(asked)}, as the first step, was requested. It is refused by bad-argument. ` +
      'So: zone="9" is not on the map: choose one of 1, 2, 3, 4, 5, 6, 7, 8.',
  )
})
