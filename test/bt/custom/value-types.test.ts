import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  defineAction,
  defineEnum,
  defineType,
  input,
  loadTree,
  output,
  VirtualClock,
} from '#bt-tools/index.js'
import { ObjectValue } from '#bt/value/value.js'
import { bench, document } from './load.js'

interface Pose {
  readonly x: number
  readonly y: number
}

const POSE = defineType<Pose>({
  name: 'Pose',
  parse(text) {
    const [x, y, ...more] = text.split(';').map(Number)
    if (x === undefined || y === undefined || more.length > 0 || Number.isNaN(x + y))
      throw new Error('write x;y')
    return { x, y }
  },
  format: ({ x, y }) => `${x};${y}`,
})

const COLOR = defineEnum('Color', { RED: 0, GREEN: 1, BLUE: 7 })

describe('types of the user’s own', () => {
  const seen: Pose[] = []
  const Go = defineAction({
    id: 'Go',
    ports: { goal: input(POSE, { default: { x: 1, y: 2 } }), reached: output(POSE, { optional: true }) },
    tick(ctx) {
      seen.push(ctx.get('goal'))
      ctx.set('reached', { x: ctx.get('goal').x + 1, y: 0 })
      return 'SUCCESS'
    },
  })

  it('are read from text and defaults, and pass through the blackboard as they are', () => {
    const { tree } = bench('<Sequence><Go/><Go goal="3;4" reached="{p}"/><Go goal="{p}"/></Sequence>', [Go])
    seen.length = 0
    expect(tree.tick()).toBe('SUCCESS')
    expect(seen).toEqual([
      { x: 1, y: 2 },
      { x: 3, y: 4 },
      { x: 4, y: 0 },
    ])
    expect(tree.blackboard.value('p')).toEqual(new ObjectValue('Pose', { x: 4, y: 0 }))
  })

  it('text in the blackboard is read too', () => {
    const { tree } = bench(`<Sequence><Script code="p := '5;6'"/><Go goal="{p}"/></Sequence>`, [Go])
    seen.length = 0
    expect(tree.tick()).toBe('SUCCESS')
    expect(seen).toEqual([{ x: 5, y: 6 }])
  })

  it('a literal that is none is an error of the document, at its place', () => {
    const loaded = loadTree(document('<Go goal="here"/>'), {
      nodes: [Go],
      clock: new VirtualClock(),
      file: 'm.xml',
    })
    const [problem] = loaded.ok ? [] : loaded.error
    expect(problem).toMatchObject({ code: 'bt.port-type', got: '"here"', where: { file: 'm.xml' } })
  })

  it('values stand in traces as their text', () => {
    const clock = new VirtualClock()
    const args: unknown[] = []
    const loaded = loadTree(document('<Sequence><Go goal="3;4" reached="{p}"/><Go goal="{p}"/></Sequence>'), {
      nodes: [Go],
      clock,
      onTransition: (event) => event.to === 'SUCCESS' && event.node === 'Go' && args.push(event.args),
    })
    if (loaded.ok) loaded.value.tick()
    expect(args).toEqual([{ goal: '3;4' }, { goal: '4;0' }])
  })

  it('cannot take the name of a type of the engine, in whatever words', () => {
    for (const name of ['int32', 'int', 'std::string', 'vector<int32>', 'mask', 'a b', '']) {
      expect(() => defineType({ name, parse: String })).toThrow(`cannot define type "${name}"`)
    }
  })
})

describe('enums', () => {
  const seen: string[] = []
  const Lamp = defineAction({
    id: 'Lamp',
    ports: { color: input(COLOR), next: output(COLOR, { optional: true }) },
    tick(ctx) {
      seen.push(ctx.get('color'))
      ctx.set('next', 'BLUE')
      return 'SUCCESS'
    },
  })

  it('are names for trees and code, and numbers for scripts', () => {
    seen.length = 0
    const { tree } = bench(
      `<Sequence>
         <Lamp color="GREEN" next="{n}"/>
         <ScriptCondition code="n == BLUE"/>
         <Script code="c := RED"/>
         <Lamp color="{c}"/>
         <Lamp color="7"/>
         <Script code="n = GREEN"/>
         <Lamp color="{n}"/>
       </Sequence>`,
      [Lamp],
    )
    expect(tree.tick()).toBe('SUCCESS')
    expect(seen).toEqual(['GREEN', 'RED', 'BLUE', 'GREEN'])
  })

  it('refuse names and numbers that they do not have', () => {
    const load = (body: string) => loadTree(document(body), { nodes: [Lamp], clock: new VirtualClock() })
    expect(load('<Lamp color="PINK"/>').ok).toBe(false)
    expect(load('<Lamp color="3"/>').ok).toBe(false)
    const { tree } = bench('<Sequence><Script code="c := 3"/><Lamp color="{c}"/></Sequence>', [Lamp])
    expect(() => tree.tick()).toThrow('3 is no Color; it is one of RED (0), GREEN (1), BLUE (7)')
  })

  it('every value survives text and blackboard', () => {
    fc.assert(
      fc.property(fc.constantFrom('RED', 'GREEN', 'BLUE'), (name) => {
        expect(COLOR.parse(name, new Map())).toBe(name)
        expect(COLOR.read(COLOR.store(name), new Map())).toBe(name)
      }),
    )
  })

  it('a value must be a word with a 32-bit integer', () => {
    expect(() => defineEnum('Bad', { 'A B': 1 })).toThrow('enum Bad')
    expect(() => defineEnum('Bad', { A: 1.5 })).toThrow('A = 1.5')
  })
})
