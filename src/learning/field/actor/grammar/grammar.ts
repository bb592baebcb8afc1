import { bitsMask, isMask, type FieldMap } from '#base/field-map.js'
import type { NodeSpec, PortSpec } from '#bt/document.js'
import type { NodeLibrary } from '#bt/library.js'
import { nodeName } from '#learning/actor/units.js'
import type { Labelled } from '../address.js'
import { causesOf } from '../judge.js'
import { roomIn, type EditRoom } from './edit-room.js'
import { specOf, TRANSFER } from '../forms.js'
import { oneOf, text, valueRule } from './values.js'
import { RESERVED_KEYS } from '../language.js'
import type { Situation } from '../situation/finding.js'

/** Controls and decorators that the actor may wrap around a branch. */
export const WRAPPERS = ['RetryUntilSuccessful', 'Sequence', 'Fallback', 'ForceSuccess', 'Timeout'] as const

/** What a reply to this request may name: the tree's addresses, the field's zones, and valid causes. */
export interface GrammarInput {
  readonly situation: Situation
  readonly map: FieldMap
  readonly library: NodeLibrary
  readonly maxEdits: number
}

/**
 * GBNF of the reply language for one request: addresses, zones, nodes, causes and masks that occur nowhere in the input
 * cannot be generated, nor can an edit that the tree has no room for. Whether an edit makes sense is left to the twin.
 */
export function actorGrammar(input: GrammarInput): string {
  const rules = new Rules(input)
  const { all } = input.situation.book
  const causes = causesOf(input.situation)
  const room = roomIn(input.situation.book, input.library)
  const settings = rules.settings(all, room)
  rules.add('mask', oneOfQuoted(masksOf(input.situation)))
  rules.add('why', oneOf(causes))
  rules.add('any', oneOf(all.map(({ address }) => address)))
  rules.addPlaces(room)
  rules.add('form', rules.forms().join(' | '))
  rules.add('wrapper', rules.wrappers().join(' | '))
  if (settings.length > 0) rules.add('setting', settings.join(' | '))
  rules.add('op', operations(room, settings.length > 0).join(' | '))
  rules.add('edit', `${text('{"why":"')} why ${text('","op":"')} op "}"`)
  rules.add('root', rootRule(causes.length > 0 ? input.maxEdits : 0))
  return rules.text()
}

function operations(room: EditRoom, settings: boolean): string[] {
  const places = room.beside.length + room.inside.length > 0
  const at = (op: string, addresses: readonly string[], rest: string): string[] =>
    addresses.length === 0 ? [] : [`${text(`${op}","at":"`)} (${oneOf(addresses)}) ${rest}`]
  return [
    ...(places ? [`${text('insert","')} place ${text('","node":"')} form`] : []),
    `${text('wrap","at":"')} any ${text('","node":"')} wrapper`,
    `${text('replaceSubtree","at":"')} any ${text('","node":"')} form`,
    ...(settings ? [`${text('setAttr","at":"')} setting`] : []),
    ...at('remove', room.removable, '"\\""'),
    ...at('move', places ? room.movableLeaves : [], `${text('","')} place "\\""`),
    ...at('move', room.movableGroups, `${text('","')} ("first" | "last") ${text('":"root"')}`),
    ...at('unwrap', room.unwrappable, '"\\""'),
  ]
}

function rootRule(maxEdits: number): string {
  const lists = Array.from(
    { length: maxEdits },
    (_, n) => `"[" ${Array.from({ length: n + 1 }, () => 'edit').join(' "," ')} "]"`,
  )
  return ['"[]"', ...lists].join(' | ')
}

class Rules {
  readonly #lines: string[] = []
  readonly #input: GrammarInput

  constructor(input: GrammarInput) {
    this.#input = input
  }

  add(name: string, body: string): void {
    this.#lines.push(`${name} ::= ${body}`)
  }

  /** where a node can be placed: next to another, or at an end of a group */
  addPlaces({ beside, inside }: EditRoom): void {
    if (beside.length > 0) this.add('neighbour', oneOf(beside))
    if (inside.length > 0) this.add('group', oneOf(inside))
    const places = [
      ...(beside.length > 0 ? ['("after" | "before") "\\":\\"" neighbour'] : []),
      ...(inside.length > 0 ? ['("first" | "last") "\\":\\"" group'] : []),
    ]
    if (places.length > 0) this.add('place', places.join(' | '))
  }

  text(): string {
    return `${this.#lines.toReversed().join('\n')}\n`
  }

  /** All nodes that can be inserted; the preceding place has closed with a quote, so a form starts inside one. */
  forms(): string[] {
    const { library, map } = this.#input
    const nodes = [...library.skills(), ...library.subtrees()].map((spec) => this.#form(spec))
    const has = ['MoveToZone', 'LoadBlocksSequence', 'UnloadBlocksSequence'].every((id) =>
      specOf(library, id),
    )
    const load = zoneList(map, 'load')
    const unload = zoneList(map, 'unload')
    const turned = this.#transferMask()
    const transfer =
      `${text(`${TRANSFER}","from":`)} (${load}) ${text(',"to":')} (${unload}) ` +
      `${text(',"mask":')} (${text('"0000"')} | ${turned})`
    return has && load && unload ? [transfer, ...nodes] : nodes
  }

  wrappers(): string[] {
    return WRAPPERS.flatMap((id) => {
      const spec = this.#input.library.get(id)
      return spec ? [this.#form(spec)] : []
    })
  }

  /** Parameters of the nodes in the tree; `null` resets a value to its default. */
  settings(all: readonly Labelled[], { removable }: EditRoom): string[] {
    const names = [...new Set(all.map((entry) => nodeName(entry.node)))]
    return names.flatMap((name) => {
      const entries = all.filter((entry) => nodeName(entry.node) === name)
      const spec = specOf(this.#input.library, name)
      const ports = spec ? usable(spec) : []
      if (ports.length === 0) return []
      const values = ports.map((port) => {
        const value = port.default === undefined ? this.#value(port) : `(${this.#value(port)} | "null")`
        return `${text(`${port.name}":`)} ${value}`
      })
      const set = `(${oneOf(entries.map(({ address }) => address))}) ${text('","')} (${values.join(' | ')})`
      // a mask that flips to 0000 removes its node, so removal must be possible
      const plain = entries.filter(
        ({ node, address }) => isMask(node.attrs['mask'] ?? '') && removable.includes(address),
      )
      const flips = ports.some((port) => port.type.kind === 'mask') ? plain : []
      if (flips.length === 0) return [set]
      return [set, `(${oneOf(flips.map(({ address }) => address))}) ${text('","flip":')} mask`]
    })
  }

  #form(spec: NodeSpec): string {
    const attrs = usable(spec).map((port) => {
      const attr = `${text(`,"${port.name}":`)} ${this.#value(port)}`
      return port.default === undefined ? attr : `(${attr})?`
    })
    return [`${text(`${spec.id}"`)}`, ...attrs].join(' ')
  }

  #mask(): string {
    return specOf(this.#input.library, 'ReadFaces') ? `(mask | ${text('"{faces}"')})` : 'mask'
  }

  /**
   * a trip that reads the faces itself observes its load zone, so every load zone must be one that ReadFaces accepts
   */
  #transferMask(): string {
    const look = specOf(this.#input.library, 'ReadFaces')?.ports.find(({ name }) => name === 'zone')?.type
    const loads = this.#input.map.zones.filter(({ kind }) => kind === 'load')
    const seen = look?.kind === 'int' && loads.every(({ id }) => id >= look.min && id <= look.max)
    return seen ? this.#mask() : 'mask'
  }

  #value(port: PortSpec): string {
    return valueRule(port, this.#input.map, this.#mask())
  }
}

/** Ports that a reply can set; output ports are written by the node. */
const usable = (spec: NodeSpec): PortSpec[] =>
  spec.ports.filter(
    (port) => port.direction !== 'out' && !RESERVED_KEYS.has(port.name) && port.name !== 'flip',
  )

const zoneList = (map: FieldMap, kind: 'load' | 'unload'): string =>
  map.zones
    .filter((zone) => zone.kind === kind)
    .map((zone) => text(String(zone.id)))
    .join(' | ')

/** Masks named by a finding or the faces; if there are none, all masks. Turning nothing over is not an edit. */
function masksOf({ findings, faces }: Situation): readonly string[] {
  const named = [...findings.map(({ mask }) => mask), ...faces.values()].filter((mask) => mask !== null)
  const masks = named.filter((mask) => mask !== '0000')
  return masks.length > 0 ? masks : Array.from({ length: 15 }, (_, i) => bitsMask(i + 1))
}

const oneOfQuoted = (words: readonly string[]): string =>
  [...new Set(words)].map((word) => text(`"${word}"`)).join(' | ')
