import { describe, expect, it } from 'vitest'
import { VirtualClock } from '#base/clock.js'
import { must } from '#base/result.js'
import type { NodeSpec } from '#bt/document.js'
import { NodeRegistry } from '#bt/engine/registry.js'
import { createTree } from '#bt/engine/tree.js'
import { NodeLibrary } from '#bt/library.js'
import type { Status } from '#bt/status.js'
import { parseTree } from '#bt/xml/parse.js'

const group = '<Fallback><AlwaysFailure/><AlwaysSuccess/></Fallback>'
const groups = (count: number): string => `<Sequence>${group.repeat(count)}</Sequence>`
/** Runs for ever: the tree is RUNNING after every tick. */
const waiting = '<Repeat num_cycles="-1"><AlwaysSuccess/></Repeat>'

/** Counts what an observer hears of one tick. */
function observed(body: string) {
  const library = new NodeLibrary()
  const text = `<root BTCPP_format="4"><BehaviorTree ID="Main">${body}</BehaviorTree></root>`
  const doc = must(parseTree(text, { file: 'speed.xml', library }), 'the document')
  const tree = must(createTree(doc, new NodeRegistry(library), { clock: new VirtualClock() }), 'the tree')
  const heard = { changes: 0, ticks: 0 }
  tree.observe({
    changed: () => void heard.changes++,
    ticked: () => void heard.ticks++,
  })
  return {
    tree,
    tick: (): { readonly status: Status; readonly changes: number; readonly ticks: number } => {
      heard.changes = 0
      heard.ticks = 0
      const status = tree.tick()
      return { status, ...heard }
    },
  }
}

describe('the work of one tick, counted', () => {
  it('ticks each of 1000 nodes once and tells each change of a status once', () => {
    const { tree, tick } = observed(groups(333))
    expect(tree.nodes).toHaveLength(1000)
    // a leaf ends and is reset; a control runs, ends and is reset
    const expected = { status: 'SUCCESS', ticks: 1000, changes: 666 * 2 + 334 * 3 }
    for (let round = 0; round < 5; round++) expect(tick()).toEqual(expected)
  })

  it('goes on where it was: of 1000 nodes before the one that runs, none is ticked again', () => {
    const { tree, tick } = observed(`<Sequence>${group.repeat(333)}${waiting}</Sequence>`)
    expect(tree.nodes).toHaveLength(1002)
    expect(tick().ticks).toBe(1002)
    for (let round = 0; round < 5; round++) {
      // the Sequence, the Repeat and its child, which starts and is reset
      expect(tick()).toEqual({ status: 'RUNNING', ticks: 3, changes: 2 })
    }
  })

  it('does not tick what stands behind a decision', () => {
    const { tick } = observed(`<Fallback><AlwaysSuccess/>${groups(333)}</Fallback>`)
    expect(tick()).toEqual({ status: 'SUCCESS', ticks: 2, changes: 5 })
  })

  it('halts 1000 nodes that are idle without telling a change', () => {
    const { tree, tick } = observed(groups(333))
    tick()
    let changes = 0
    tree.observe({ changed: () => void changes++ })
    tree.halt()
    expect(changes).toBe(0)
  })
})

/** Counts how often loading asks what a node type is. */
class CountingLibrary extends NodeLibrary {
  asked = 0

  override get(id: string): NodeSpec | undefined {
    this.asked += 1
    return super.get(id)
  }
}

describe('the work of loading, counted', () => {
  const cost = (count: number): number => {
    const library = new CountingLibrary()
    const text = `<root BTCPP_format="4"><BehaviorTree ID="Main">${groups(count)}</BehaviorTree></root>`
    const doc = must(parseTree(text, { file: 'speed.xml', library }), 'the document')
    must(createTree(doc, new NodeRegistry(library), { clock: new VirtualClock() }), 'the tree')
    return library.asked
  }

  it('grows with the number of nodes and not faster', () => {
    const [small, large] = [cost(33), cost(333)]
    expect(small).toBeGreaterThan(100)
    expect(large / small).toBeLessThanOrEqual(10.1)
  })

  it('asks for each node a fixed number of times at most', () => {
    expect(cost(333) / 1000).toBeLessThanOrEqual(16)
  })
})
