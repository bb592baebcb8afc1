import { afterEach, describe, expect, it, vi } from 'vitest'
import { must } from '#base/result.js'
import { parseTree } from '#bt/xml/parse.js'
import { readLibrary } from '#app/policy.js'
import { planOf } from '#robots/plan/plan-of.js'

/** What grows with the square of a tree's text is found by counting: elements that lists are walked over. */
const WALKS = ['map', 'some', 'every', 'filter', 'flatMap', 'find', 'findIndex'] as const
type Walk = (this: readonly unknown[], ...args: unknown[]) => unknown

const library = readLibrary()

function elementsWalked(xml: string): number {
  const doc = must(parseTree(xml, { file: 'tree.xml', library }), 'tree')
  let walked = 0
  for (const name of WALKS) {
    const original = Reflect.get(Array.prototype, name) as Walk
    vi.spyOn(Array.prototype, name).mockImplementation(function (
      this: readonly unknown[],
      ...args: unknown[]
    ) {
      walked += this.length
      return original.apply(this, args) as never
    })
  }
  planOf(doc, library)
  vi.restoreAllMocks()
  return walked
}

const tree = (inside: string): string =>
  `<root BTCPP_format="4" main_tree_to_execute="Main"><BehaviorTree ID="Main">${inside}</BehaviorTree></root>`

const many = (count: number, make: (index: number) => string, between = ''): string =>
  Array.from({ length: count }, (_, index) => make(index)).join(between)

describe('the work of making a plan grows with the tree, not with its square', () => {
  afterEach(() => vi.restoreAllMocks())

  it.each<[string, (count: number) => string]>([
    [
      'the items of a loop',
      (count) =>
        tree(
          `<LoopString queue="${many(count, (i) => `i${i}`, ';')}" value="{x}"><Sleep msec="1"/></LoopString>`,
        ),
    ],
    [
      'writes to one entry',
      (count) =>
        tree(`<Sequence>${many(count, (i) => `<SetBlackboard value="${i}" output_key="x"/>`)}</Sequence>`),
    ],
    [
      'scripts that write one entry',
      (count) => tree(`<Sequence>${many(count, (i) => `<Script code=" x := ${i} "/>`)}</Sequence>`),
    ],
    ['nodes', (count) => tree(`<Sequence>${many(count, () => '<MoveToZone zone="1"/>')}</Sequence>`)],
  ])('%s', (_, make) => {
    const [once, twice] = [elementsWalked(make(1_000)), elementsWalked(make(2_000))]
    expect(once).toBeGreaterThan(1_000)
    expect(twice).toBeLessThan(2.2 * once)
  })
})
