import { describe, expect, it } from 'vitest'
import type { FieldMap } from '#base/field-map.js'
import { labelTree } from '#learning/field/actor/address.js'
import { misdirectedDrives } from '#learning/field/actor/repairs/misdirected-drives.js'
import { readPlan } from '#learning/field/actor/situation/plan.js'
import { INITIAL, library, map, tree, TRIP } from '../world.js'

const led = (body: string, ...ids: readonly number[]) => {
  const doc = tree(body)
  const book = labelTree(doc)
  const field: FieldMap = { ...map, zones: map.zones.filter(({ id }) => ids.includes(id)) }
  return misdirectedDrives({
    doc,
    book,
    plan: readPlan(doc, book),
    map: field,
    library,
    known: new Map(),
  }).map((edits) => edits.map((edit) => (edit.op === 'setAttr' ? `${edit.at} ${edit.value}` : edit.op)))
}

describe('drives that lead nowhere are led elsewhere together', () => {
  it('nothing is astray on the field that the tree was written for', () => {
    expect(led(INITIAL, 1, 2, 3, 4)).toEqual([])
  })

  it('both ends of a trip, to each pair of free zones', () => {
    expect(led(INITIAL, 3, 4, 5, 6)).toEqual([
      ['/0 3', '/2 4'],
      ['/0 3', '/2 6'],
      ['/0 5', '/2 4'],
      ['/0 5', '/2 6'],
    ])
  })

  it('one end, also where no other zone of the other kind is free', () => {
    expect(led(INITIAL, 2, 3)).toEqual([['/0 3']])
    expect(led(TRIP(3, 1), 2, 3)).toEqual([['/2 2']])
  })

  it('not at all where there are too few zones', () => {
    expect(led(`<Sequence>${TRIP(1, 2)}${TRIP(5, 6)}</Sequence>`, 2, 3, 6)).toEqual([])
  })

  it('a field without zones is no reason to fail', () => {
    expect(led(INITIAL)).toEqual([])
  })
})
