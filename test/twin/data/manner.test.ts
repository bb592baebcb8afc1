import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { domainLibrary } from '#worlds/files/domain-nodes.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import { fold } from './worlds.js'

const file = (speed: string): string => `
domain: rail
text: A cart drives along a rail.
types: { place: [dock, table, shelf] }
state:
  at: { is: place, start: dock }
skills:
  Drive:
    text: drive to a place
    ports:
      place: place
      speed: ${speed}
    done: at = ?place
    checks:
      - { id: next, text: the way does not lead past the table, holds: at != dock or ?place != shelf }
      - { id: back, text: the way does not lead past the table, holds: at != shelf or ?place != dock }
    effect: [at := ?place]
    expected: [at = ?place]
`

const rail = must(parseDomainText(file('{ is: 10..100 percent, default: 50 }'), 'rail.yaml'), 'rail')

describe('a port with a default says how something is done', () => {
  it('may be left out, and is then what the default says, also for the driver', () => {
    const bound = (args: Record<string, string>) =>
      must(rail.intend({ skill: 'Drive', args }, rail.initial), 'Drive')[0]?.bindings
    expect(bound({ place: 'table' })).toEqual([['table', 50]])
    expect(bound({ place: 'table', speed: '' })).toEqual([['table', 50]])
    expect(bound({ place: 'table', speed: '80' })).toEqual([['table', 80]])
    expect(fold(rail, [{ skill: 'Drive', args: { place: 'table', speed: '101' } }]).refused).toMatchObject({
      checkId: 'bad-argument',
    })
  })

  it('makes no further steps for a search: a plan leaves it out', () => {
    expect(rail.steps(100).map(({ args }) => args)).toEqual([
      { place: 'dock' },
      { place: 'table' },
      { place: 'shelf' },
    ])
    expect(rail.candidates?.(rail.initial).map(({ args }) => args)).toEqual([{ place: 'table' }])
  })

  it('needs no formula that uses it, and is a port with a default for trees', () => {
    expect(rail.warnings).toEqual([])
    expect(rail.rules.skills[0]?.ports[1]).toMatchObject({ name: 'speed', optional: true, default: '50' })
    const port = domainLibrary(rail.rules)
      .get('Drive')
      ?.ports.find(({ name }) => name === 'speed')
    expect(port).toMatchObject({ default: '50', optional: true })
  })

  it.each([
    ['{ is: 10..100, default: 5 }', 'a number from 10 to 100', '"5"'],
    ['{ is: place | none, default: tabel }', 'a place or none', '"tabel"'],
    ['{ is: bool, default: maybe }', 'true or false', '"maybe"'],
  ])('%s is a mistake at its place', (speed, expected, got) => {
    const loaded = parseDomainText(file(speed), 'rail.yaml')
    const [problem] = loaded.ok ? [] : loaded.error
    expect(problem).toMatchObject({ code: 'domain.default-value', expected, got, where: { line: 12 } })
  })
})
