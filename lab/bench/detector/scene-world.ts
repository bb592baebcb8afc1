import { must } from '#base/result.js'
import type { DataDomain } from '#worlds/assemble.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import { UNKNOWN, type Fluents, type Value } from '#worlds/value.js'
import { SEEN } from '#lab/training/sight/exam/score.js'
import { PLACES } from '#tabletop/scene/places.js'
import type { SceneRecord, TrueThing } from './scene-record.js'

/** A scene as a world: its things with their shapes and colours, the places and what opens. */
export interface SceneWorld {
  readonly domain: DataDomain
  /** every fact as it really is: a thing that is nowhere, or on nothing that has a name, is `ELSEWHERE` */
  readonly truth: Fluents
  /** the facts that have to be seen: those of the rest are unknown */
  readonly due: Fluents
  /** the facts that could be seen in any picture: what is open even then is not to be seen */
  readonly seeable: Fluents
}

/** No value of a location: nothing equals it. */
const ELSEWHERE = 'elsewhere'
/** A thing of which no picture shows that much is not to be seen, as in the exam of the reader. */
const HIDDEN = 0.15
const COLOURS = ['red', 'yellow', 'green', 'turquoise', 'blue', 'violet'] as const

/** Names as formulas can have them. */
export const nameIn = (thing: string): string => thing.replaceAll('-', '_')

export const colourOf = (hue: number): string =>
  hue < 0 ? 'grey' : (COLOURS[Math.floor(((hue + 30) % 360) / 60)] ?? 'red')

export function sceneWorld(scene: SceneRecord): SceneWorld {
  const domain = must(parseDomainText(textOf(scene), 'scene.yaml'), 'the world of a scene')
  const facts = (knows: (thing: TrueThing) => Known): Fluents =>
    new Map([
      ...scene.things.flatMap((thing): [string, Value][] => {
        const name = nameIn(thing.name)
        const known = knows(thing)
        return [
          [`location(${name})`, known.place ? placeOf(thing) : UNKNOWN],
          [`lies(${name})`, known.pose ? thing.lies : UNKNOWN],
        ]
      }),
      ...scene.closures.map(({ name, open }): [string, Value] => [`open(${name})`, open]),
    ])
  const isSeeable = ({ glimpsed }: TrueThing): boolean => glimpsed >= HIDDEN
  return {
    domain,
    truth: facts(({ there }) => ({ place: true, pose: there })),
    due: facts((thing) => {
      const isSeen = thing.visible >= SEEN
      return {
        place: isSeen && thing.location !== undefined && thing.isPlaceDue,
        pose: isSeen && thing.tips,
      }
    }),
    seeable: facts((thing) => ({ place: isSeeable(thing), pose: isSeeable(thing) })),
  }
}

interface Known {
  readonly place: boolean
  readonly pose: boolean
}

const placeOf = ({ location }: TrueThing): Value => (location === undefined ? ELSEWHERE : nameIn(location))

function textOf({ things, closures }: SceneRecord): string {
  const list = (names: readonly string[]): string => `[${[...new Set(names)].join(', ')}]`
  const names = things.map(({ name }) => nameIn(name))
  const values = (of: (thing: TrueThing) => string): string =>
    things.map((thing) => `${nameIn(thing.name)}: ${of(thing)}`).join(', ')
  return `
domain: scene
text: Things on a table, some of which can be seen.
types:
  item: ${list(names)}
  place: ${list(PLACES.map(({ name }) => name))}
  closure: ${list(closures.map(({ name }) => name))}
  shape: ${list(things.map(({ shape }) => shape))}
  colour: ${list(things.map(({ hue }) => colourOf(hue)))}
constants:
  shape_of(item): { is: shape, values: { ${values(({ shape }) => shape)} } }
  colour_of(item): { is: colour, values: { ${values(({ hue }) => colourOf(hue))} } }
state:
  location(item): { is: place | item, start: unknown }
  lies(item): { is: bool, start: unknown }
  open(closure): { is: bool, start: unknown }
definitions:
  nothing_on(?i in item): forall ?other in item (location(?other) != ?i)
skills:
  Move:
    text: what a world has to have
    ports: { item: item, place: place }
    checks: []
    effect: ['location(?item) := ?place', 'lies(?item) := false']
    expected: [location(?item) = ?place]
  Open:
    text: the same for what opens
    ports: { closure: closure }
    checks: []
    effect: ['open(?closure) := true']
    expected: [open(?closure)]
`
}
