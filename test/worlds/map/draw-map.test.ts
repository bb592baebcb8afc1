import fc from 'fast-check'
import { XMLParser } from 'fast-xml-parser'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { projectFile } from '#documents/read-text-file.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import { drawMap } from '#worlds/map/draw/draw-map.js'
import { markupOf, type Drawing, type Drawn } from '#worlds/map/draw/drawing.js'
import { loadMap } from '#worlds/map/load-map.js'
import type { WorldMap } from '#worlds/map/world-map.js'
import { UNKNOWN, valuesOf, type Fluents, type Value } from '#worlds/value.js'

const text = (file: string): string => readFileSync(projectFile(`worlds/home/${file}`), 'utf8')
const home = must(parseDomainText(text('world.yaml'), 'world.yaml'), 'the home')
const { map } = must(loadMap(text('map.yaml'), 'map.yaml', home), 'its map')

const believed = (changed: Readonly<Record<string, Value>> = {}): Fluents =>
  new Map([...home.initial, ...Object.entries(changed)])

const textOf = ({ content }: Drawn): string => content.filter((part) => typeof part === 'string').join('')

const allOf = (elements: readonly (Drawn | string)[]): readonly Drawn[] =>
  elements.flatMap((element) => (typeof element === 'string' ? [] : [element, ...allOf(element.content)]))
const written = (drawing: Drawing, kind: RegExp): readonly string[] =>
  allOf(drawing.marks)
    .filter(({ tag, attributes }) => tag === 'text' && kind.test(String(attributes['class'])))
    .map(textOf)
/** The names of things, wherever they are written. */
const names = (drawing: Drawing): readonly string[] =>
  written(drawing, /^(thing|aside)$/)
    .join(' , ')
    .replace(/(?:^|, )[a-z0-9 ]+: /g, ', ')
    .split(/[(),]/)
    .map((name) => (name.split(' · ')[0] ?? '').trim())
    .filter((name) => name !== '' && name !== 'robot')

const THINGS = map.things.map(({ object }) => object.replaceAll('_', ' ')).sort()

/** Any facts of the sorts of the home, with facts that are missing or unknown. */
const anyFacts = fc
  .tuple(
    ...[...home.sorts].map(([fact, sort]) =>
      fc.record({
        fact: fc.constant(fact),
        value: fc.constantFrom<Value>(UNKNOWN, ...valuesOf(sort)),
        known: fc.boolean(),
      }),
    ),
  )
  .map(
    (all): Fluents =>
      new Map(all.flatMap(({ fact, value, known }) => (known ? [[fact, value] as const] : []))),
  )

describe('drawMap', () => {
  it('shows every thing exactly once, whatever is believed, as a document that can be read', () => {
    const parser = new XMLParser({ ignoreAttributes: false, processEntities: true })
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const drawing = drawMap(map, facts)
        expect([...names(drawing)].sort()).toEqual(THINGS)
        expect(drawMap(map, facts)).toEqual(drawing)
        expect(JSON.stringify(drawing)).not.toMatch(/NaN|Infinity|null/)
        expect(parser.parse(`<svg>${markupOf([...drawing.ground, ...drawing.marks])}</svg>`)).toHaveProperty(
          'svg',
        )
      }),
      { numRuns: 60 },
    )
  })

  it('never throws for things that are with one another in any way', () => {
    const circle: WorldMap = {
      ...map,
      things: ['a', 'b', 'c', 'd'].map((object) => ({ object, facts: [`in(${object})`] })),
    }
    const places = fc.constantFrom<Value>(
      'a',
      'b',
      'c',
      'd',
      'sofa',
      'hall',
      'gripper',
      'moon',
      'none',
      UNKNOWN,
      3,
      true,
    )
    fc.assert(
      fc.property(fc.tuple(places, places, places, places), (at) => {
        const facts = new Map(at.map((value, index) => [`in(${'abcd'[index]})`, value]))
        expect([...names(drawMap(circle, facts))].sort()).toEqual(['a', 'b', 'c', 'd'])
      }),
      { numRuns: 200 },
    )
  })

  it('tells where things are: at places, with people, held, lying about, not known', () => {
    const drawing = drawMap(
      map,
      believed({
        at: 'fridge',
        'location(milk)': 'gripper',
        'location(mug)': 'anna',
        'location(book)': 'kitchen_floor',
        'location(keys)': UNKNOWN,
        'whereabouts(ben)': 'none',
        'open(fridge)': true,
        'open(cupboard)': UNKNOWN,
      }),
    )
    expect(written(drawing, /^aside$/)).toEqual(['not known: keys', 'no place: ben'])
    expect(written(drawing, /^spot-name$/)).toEqual(
      expect.arrayContaining(['fridge · open', 'cupboard · open?', 'dishwasher', 'kitchen door · open']),
    )
    const captions = allOf(drawing.marks)
      .filter(({ attributes }) => attributes['class'] === 'caption')
      .map(({ content }) => content.map((line) => textOf(line as Drawn)))
    expect(captions).toEqual(
      expect.arrayContaining([
        ['robot', 'milk'],
        ['kitchen', 'book'],
        ['sofa', 'remote, anna (mug)'],
      ]),
    )
    expect(drawing.label).toContain('the robot is at fridge; it holds milk; ')
  })

  it('turns the robot to where it looks, and leaves its heading out where nobody knows it', () => {
    const robot = (at: string): unknown =>
      allOf(drawMap(map, believed({ at, robot_in: 'hall' })).marks)
        .filter(({ attributes }) => attributes['class'] === 'robot')
        .map(({ attributes, content }) => [
          /rotate\((.*)\)/.exec(String(attributes['transform']))?.[1],
          content.length,
        ])
    expect([robot('fridge'), robot('none'), robot('kitchen_door')]).toEqual([
      [['-97', 2]],
      [[undefined, 1]],
      [[undefined, 1]],
    ])
  })

  it('has room for sixty things at one place: what does not fit is listed', () => {
    const things = Array.from({ length: 60 }, (_, index) => ({
      object: `thing_${index}`,
      facts: [`in(thing_${index})`],
    }))
    const facts = new Map(things.map(({ facts: [fact = ''] }) => [fact, 'desk']))
    const drawing = drawMap({ ...map, things }, facts)
    expect([...names(drawing)].sort()).toEqual(things.map(({ object }) => object.replace('_', ' ')).sort())
    expect(written(drawing, /^aside$/)[1]).toMatch(/^also at desk: /)
    expect(written(drawing, /^thing$/).length).toBeLessThan(8)
  })

  it('escapes what people write, and shows what would be hidden', () => {
    const label = '</text><script>"\u202Egpj&'
    const markup = markupOf(
      drawMap({ ...map, areas: map.areas.map((area) => ({ ...area, label })) }, believed()).marks,
    )
    expect(markup).toContain('&lt;/text&gt;&lt;script&gt;')
    expect(markup).not.toMatch(/<script|\u202E/)
  })

  it('draws a map of one point, and one of a line', () => {
    const at = { x: 3, y: 4, z: 0, facing: undefined }
    const spot = { object: 'sofa', at, size: undefined, stand: undefined }
    const sizes = [[spot], [spot, { ...spot, object: 'bed', at: { ...at, x: 5 } }]].map((spots) =>
      drawMap({ ...map, areas: [], spots }, believed())
        .viewBox.split(' ')
        .slice(2)
        .map(Number),
    )
    expect(sizes.flat().every((size) => size > 100 && size < 1000)).toBe(true)
  })
})
