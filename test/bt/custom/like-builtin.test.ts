import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defineControl, defineDecorator } from '#bt-tools/index.js'
import { bench } from './load.js'
import { letters, tapeLeaf } from './tape-leaf.js'

const MySequence = defineControl({
  id: 'MySequence',
  state: () => ({ at: 0 }),
  start(ctx) {
    ctx.state.at = 0
  },
  tick(ctx) {
    for (; ctx.state.at < ctx.children.count; ctx.state.at++) {
      const status = ctx.children.tick(ctx.state.at)
      if (status !== 'SUCCESS') return status
    }
    return 'SUCCESS'
  },
})

const MyInverter = defineDecorator({
  id: 'MyInverter',
  tick(ctx) {
    const status = ctx.child.tick()
    return status === 'SUCCESS' ? 'FAILURE' : status === 'FAILURE' ? 'SUCCESS' : status
  },
})

const tape = fc.array(fc.constantFrom('S', 'F', 'R'), { minLength: 1, maxLength: 5 })
const steps = fc.array(fc.constantFrom('tick', 'tick', 'tick', 'halt'), { minLength: 1, maxLength: 12 })

/** A Sequence of leaves, each in an Inverter if asked for, by the built-in nodes or by those above. */
const body = (
  tapes: readonly { readonly plays: readonly string[]; readonly inverted: boolean }[],
  prefix: string,
) => {
  const children = tapes.map(({ plays, inverted }, index) => {
    const leaf = `<T name="${index}" plays="${plays.join('')}"/>`
    return inverted ? `<${prefix}Inverter name="i${index}">${leaf}</${prefix}Inverter>` : leaf
  })
  return `<${prefix}Sequence name="s">${children.join('')}</${prefix}Sequence>`
}

describe('a node of one’s own can be all that a built-in one is', () => {
  it('Sequence and Inverter written with definitions do the same, change for change', () => {
    let compared = 0
    const child = fc.record({ plays: tape, inverted: fc.boolean() })
    fc.assert(
      fc.property(fc.array(child, { minLength: 1, maxLength: 4 }), steps, (tapes, script) => {
        const run = (prefix: string) => {
          const calls: string[] = []
          const { tree, changes } = bench(body(tapes, prefix), [MySequence, MyInverter, tapeLeaf(calls)])
          const results = script.map((step) => (step === 'halt' ? tree.halt() : letters[tree.tick()]))
          return { results, calls, changes: changes() }
        }
        expect(run('My')).toEqual(run(''))
        compared += script.length
      }),
    )
    expect(compared).toBeGreaterThan(100)
  })
})
