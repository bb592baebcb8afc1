import { describe, expect, it } from 'vitest'
import { unitEndedBy, units } from '#bt/units.js'
import { parseTree } from '#bt/xml/parse.js'
import { treeHash, writeTree } from '#bt/xml/write.js'
import { loadMission, robotLibrary } from './support/mission.js'
import { load } from './support/rig.js'

const MISSIONS = [
  'initial.xml',
  'reference/fig9-before.xml',
  'reference/fig9-after.xml',
  'reference/best-F1.xml',
]

describe('shipped missions', () => {
  it.each(MISSIONS)(
    '%s loads, and its canonical text stands alone and loads again equal (VRL-27)',
    (name) => {
      const doc = loadMission(name)
      const again = parseTree(writeTree(doc), { file: 'again.xml', library: robotLibrary })
      expect(again.ok && writeTree(again.value)).toBe(writeTree(doc))
      expect(again.warnings).toEqual([])
      expect(again.ok && treeHash(again.value)).toBe(treeHash(doc))
    },
  )

  it('counts units as the critic does: 6 after, 14 before, 4 initially (AMB-05)', () => {
    expect(units(loadMission('reference/fig9-after.xml'))).toHaveLength(6)
    expect(units(loadMission('reference/fig9-before.xml'))).toHaveLength(14)
    const initial = units(loadMission('initial.xml'))
    expect(initial.map((unit) => `${unit.path} ${unit.label}`)).toEqual([
      '/0 MoveToZone zone=1',
      '/1 LoadBlocksSequence',
      '/2 MoveToZone zone=2',
      '/3 UnloadBlocksSequence',
    ])
  })

  it('decorators and SubTrees above the first control node are skipped; a tree without one is one unit', () => {
    const parse = (body: string) =>
      units(
        load(
          `<BehaviorTree ID="Main">${body}</BehaviorTree><BehaviorTree ID="X"><Sequence name="s"><MoveToHome/></Sequence></BehaviorTree>`,
          robotLibrary,
        ),
      ).map((unit) => `${unit.path} ${unit.label}`)
    const retry = (body: string): string =>
      `<RetryUntilSuccessful num_attempts="2">${body}</RetryUntilSuccessful>`
    expect(parse(retry('<Sequence><MoveToHome/><Inverter><LoadBlocks/></Inverter></Sequence>'))).toEqual([
      '/0/0 MoveToHome',
      '/0/1 LoadBlocks',
    ])
    expect(parse(retry('<SubTree ID="X"/>'))).toEqual(['/0/0/0 MoveToHome'])
    expect(parse('<Sequence><Fallback name="plan b"><MoveToHome/></Fallback></Sequence>')).toEqual([
      '/0 plan b',
    ])
    expect(parse(retry('<MoveToHome/>'))).toEqual(['/0 MoveToHome'])
  })

  it('a unit ends with SUCCESS or FAILURE of its own node, not with a halt (AMB-05)', () => {
    const all = units(loadMission('initial.xml'))
    const event = {
      seq: 0,
      t: 0 as never,
      node: 'MoveToZone',
      args: {},
      from: 'RUNNING',
      attempt: 1,
    } as const
    expect(unitEndedBy(all, { ...event, path: '/0', to: 'SUCCESS' })?.path).toBe('/0')
    expect(unitEndedBy(all, { ...event, path: '/1', to: 'FAILURE' })?.path).toBe('/1')
    expect(unitEndedBy(all, { ...event, path: '/0', to: 'IDLE' })).toBeUndefined()
    expect(unitEndedBy(all, { ...event, path: '/1/0', to: 'SUCCESS' })).toBeUndefined()
  })
})
