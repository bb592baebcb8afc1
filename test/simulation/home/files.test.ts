import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Diagnostic } from '#base/diagnostic.js'
import { parseHomeScenario, parseHomeScene } from '#config/home/home-files.js'
import { HOME_FAULT_PROFILES, type FaultKind } from '#simulation/home/fault-profile.js'
import { REPO } from '../../../lab/architecture/source-tree.js'
import { scene, sceneText } from './support.js'

const problems = (text: string): readonly Diagnostic[] => {
  const read = parseHomeScene(text, 'scene.yaml')
  return read.ok ? [] : read.error
}
const lineOf = (text: string, part: string): number => text.slice(0, text.indexOf(part)).split('\n').length

describe('scene and scenario files', () => {
  it.each([
    ['stand: { x: 1.9, y: 6.0', 'stand: { x: 1.9, y: 6.6', 'the robot does not fit where it should stand'],
    ['hinge: { x: 4.05', 'hinges: { x: 4.05', 'doors.kitchen_door has no key "hinges"'],
    ['opensInto: kitchen', 'opensInto: kitchin', 'there is no room kitchin'],
    ['opens: flap', 'opens: lid', 'containers.dishwasher.opens has an invalid value'],
    ["colour: '#d8342c'", 'colour: red', 'items.mug.colour has an invalid value'],
    ['braking: 2.2', 'braking: 0.5', 'the robot would not stand in time after STOP'],
  ])('a scene with %s → %s is refused at its line: %s', (right, wrong, message) => {
    expect(sceneText).toContain(right)
    const text = sceneText.replace(right, wrong)
    const found = problems(text)
    expect(found.map((each) => each.message)).toContain(message)
    const where = found.find((each) => each.message === message)?.where
    expect(Math.abs((where?.line ?? 0) - lineOf(text, wrong))).toBeLessThanOrEqual(1)
  })

  it('the page on the home tells the truth: its scenario loads, its chances are those of the profiles', () => {
    const page = readFileSync(`${REPO}/docs/worlds/home.md`, 'utf8')
    const [, example = ''] = /```yaml\n([\s\S]*?)```/.exec(page) ?? []
    const read = parseHomeScenario(example, 'home.md', scene)
    expect(read.ok ? read.value.chores.length : read.error).toBe(3)
    const rows = [...page.matchAll(/^\| (\w+) \| ([\d.]+) \| ([\d.]+) \|/gm)]
    const { nominal, rough } = HOME_FAULT_PROFILES
    expect(rows.map(([, kind, a, b]) => [kind, Number(a), Number(b)])).toEqual(
      Object.keys(nominal).map((kind) => [kind, nominal[kind as FaultKind], rough[kind as FaultKind]]),
    )
  })

  it('a scenario that names what the home does not have is refused, with all its mistakes', () => {
    const text = [
      'scenario: wrong',
      'text: everything is wrong',
      'truth:',
      '  location(mug): attic',
      '  at: sofa',
      'chores:',
      '  - { atSeconds: 3, person: carl, carry: mug, to: moon }',
      'putBy: { soap: anna, mug: carl }',
      'slippery: { soap: 2 }',
      'jams: { window: 1 }',
    ]
    const read = parseHomeScenario(text.join('\n'), 'wrong.yaml', scene)
    expect(read.ok ? [] : read.error.map(({ where }) => where?.line)).toEqual([5])
    const named = parseHomeScenario(text.filter((_, i) => i !== 4).join('\n'), 'wrong.yaml', scene)
    expect(named.ok ? [] : named.error.map(({ where, message }) => [where?.line, message])).toEqual([
      [4, 'there is no place attic'],
      [6, 'there is no person carl'],
      [6, 'there is no furniture moon'],
      [7, 'there is no item soap'],
      [7, 'there is no person carl'],
      [8, 'there is no item soap'],
      [9, 'there is no closure window'],
    ])
  })
})
