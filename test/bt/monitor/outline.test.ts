import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readOutline } from '#bt-tools/monitor/view/outline.js'

const xml = (...trees: string[]): string =>
  `<root BTCPP_format="4">${trees.join('\n')}<TreeNodesModel/></root>`

describe('outline: lines of a described tree', () => {
  it('opens SubTrees where they stand, by their full paths', () => {
    const read = readOutline(
      xml(
        '<BehaviorTree ID="Main" _fullpath=""><Sequence name="a&lt;b&#33;" _uid="1"><SubTree ID="S" _fullpath="x" _uid="2"/><SubTree ID="S" _fullpath="y" _uid="4"/><Act name="Act" _uid="6" code="a>b"/></Sequence></BehaviorTree>',
        '<BehaviorTree ID="S" _fullpath="x"><Inner name="i" _uid="3"></Inner></BehaviorTree>',
        '<BehaviorTree ID="S" _fullpath="y"><Inner name="j" _uid="5"/></BehaviorTree>',
      ),
    )
    expect(
      read.ok && read.value.map(({ uid, depth, id, name, instance }) => [uid, depth, id, name, instance]),
    ).toEqual([
      [1, 0, 'Sequence', 'a<b!', ''],
      [2, 1, 'S', 'x', ''],
      [3, 2, 'Inner', 'i', 'x'],
      [4, 1, 'S', 'y', ''],
      [5, 2, 'Inner', 'j', 'y'],
      [6, 1, 'Act', 'Act', ''],
    ])
  })

  it('opens a tree that names itself only once', () => {
    const read = readOutline(
      xml('<BehaviorTree ID="M" _fullpath=""><SubTree ID="M" _fullpath="" _uid="1"/></BehaviorTree>'),
    )
    expect(read.ok && read.value).toHaveLength(1)
  })

  it('says so when there is nothing to show', () => {
    expect(readOutline('')).toEqual({ ok: false, error: 'the answer describes no tree' })
    expect(readOutline(xml('<BehaviorTree ID="M"/>'))).toEqual({ ok: false, error: 'the tree has no nodes' })
  })

  it('has no limit of nodes or depth below what the protocol can number', () => {
    const deep = 20_000
    const nodes = Array.from({ length: deep }, (_, i) => `<Inverter name="n" _uid="${i + 1}">`).join('')
    const read = readOutline(xml(`<BehaviorTree ID="M">${nodes}${'</Inverter>'.repeat(deep)}</BehaviorTree>`))
    expect(read.ok && read.value.at(-1)).toMatchObject({ uid: deep, depth: deep - 1 })
  })

  it('never throws', () => {
    const piece = fc.constantFrom(
      '<BehaviorTree ID="M">',
      '</BehaviorTree>',
      '<A _uid="1">',
      '</A>',
      '<SubTree _fullpath="" _uid="2"/>',
      '&#xffffff;',
      '<',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string())), (pieces) => {
        expect(typeof readOutline(pieces.join('')).ok).toBe('boolean')
      }),
    )
  })
})
