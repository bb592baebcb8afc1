import { describe, expect, it } from 'vitest'
import { applyEdits } from '#bt/edit/apply.js'
import type { Edit } from '#bt/edit.js'
import { must } from '#base/result.js'
import { Undoings } from '../../lab/bench/repair/undoings.js'
import { RETRY, tree, TRIP } from '../actor/world.js'

const START = tree(`<Sequence>${RETRY(TRIP(1, 2, '0110'))}${RETRY('<MoveToHome/>')}</Sequence>`)
const HOME = { id: 'MoveToHome', kind: 'action', attrs: {}, children: [] } as const
type Op = Omit<Extract<Edit, { op: 'insert' }>, 'because'> | object

/** how many edits of each episode take something back */
function counted(...patches: readonly (readonly Op[])[]): number[] {
  const undoings = new Undoings()
  let doc = START
  return patches.map((ops) => {
    const patch = ops.map((op) => ({ ...op, because: 'score' })) as Edit[]
    const count = undoings.count(doc, patch)
    doc = must(applyEdits(doc, patch), 'a patch')
    return count
  })
}

describe('edits that take back an earlier one', () => {
  it('a way home that goes, comes back without its retry, and goes again', () => {
    const back = { op: 'insert', parent: '/', index: 1, node: HOME }
    expect(counted([{ op: 'remove', at: '/1' }], [back], [{ op: 'remove', at: '/1' }])).toEqual([0, 1, 1])
  })

  it('a mask that is turned and turned back', () => {
    const mask = (value: string) => ({ op: 'setAttr', at: '/0/0/2', name: 'mask', value })
    expect(counted([mask('1110')], [mask('0110')])).toEqual([0, 1])
    expect(counted([mask('1110')], [mask('1111')])).toEqual([0, 0])
  })

  it('not a trip that is turned round: two drives change places, and neither goes back', () => {
    const lead = (at: string, value: string) => ({ op: 'setAttr', at, name: 'zone', value })
    expect(counted([lead('/0/0/0', '2'), lead('/0/0/3', '1')])).toEqual([0])
    expect(counted([lead('/0/0/0', '2')], [lead('/0/0/0', '1')])).toEqual([0, 1])
  })

  it('a decorator that comes and goes, and none that comes elsewhere', () => {
    const wrap = { op: 'wrap', at: '/0', with: { id: 'Inverter', kind: 'decorator', attrs: {} } }
    expect(counted([wrap], [{ op: 'unwrap', at: '/0' }])).toEqual([0, 1])
    expect(counted([wrap], [{ ...wrap, at: '/1' }])).toEqual([0, 0])
  })
})
