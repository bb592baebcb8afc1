import { bitsMask, type FieldMap } from '../../base/field-map.js'
import type { NodeSpec, PortSpec } from '../../bt/document.js'
import type { NodeLibrary } from '../../bt/library.js'
import { nodeName, type Labelled } from './address.js'
import { causesOf } from './causes.js'
import { specOf, TRANSFER } from './forms.js'
import { RESERVED_KEYS } from './language.js'
import type { Situation } from './situation/finding.js'

/** Controls and decorators that the actor may put around a branch. */
export const WRAPPERS = ['RetryUntilSuccessful', 'Sequence', 'Fallback', 'ForceSuccess', 'Timeout'] as const

/** What a reply may name in this very request: the tree's addresses, the field's zones, causes that stand. */
export interface GrammarInput {
  readonly situation: Situation
  readonly map: FieldMap
  readonly library: NodeLibrary
  readonly maxEdits: number
}

/**
 * GBNF of the reply language for one request: addresses, zones, nodes, causes and masks that nothing speaks of cannot
 * be generated. What it cannot say (whether an edit makes sense) is for validator and twin.
 */
export function actorGrammar(input: GrammarInput): string {
  const rules = new Rules(input)
  const { all } = input.situation.book
  const causes = causesOf(input.situation)
  const below = all.filter((entry) => entry.path !== '/')
  const groups = all.filter((entry) => entry.role === 'group')
  rules.add('mask', oneOfQuoted(masksOf(input.situation)))
  rules.add('why', oneOf(causes))
  rules.add('any', oneOf(all.map(address)))
  const beside = below.length > 0 ? ['("after" | "before") "\\":\\"" below'] : []
  const inside = groups.length > 0 ? ['("first" | "last") "\\":\\"" group'] : []
  if (below.length > 0) rules.add('below', oneOf(below.map(address)))
  if (groups.length > 0) rules.add('group', oneOf(groups.map(address)))
  if (groups.length > 0) rules.add('place', [...beside, ...inside].join(' | '))
  rules.add('form', rules.forms().join(' | '))
  rules.add('wrapper', rules.wrappers().join(' | '))
  rules.add('setting', rules.settings(all).join(' | '))
  const ops = operations(all)
  rules.add('op', ops.join(' | '))
  rules.add('edit', `${text('{"why":"')} why ${text('","op":"')} op "}"`)
  rules.add('root', rootRule(causes.length > 0 ? input.maxEdits : 0))
  return rules.text()
}

function operations(all: readonly Labelled[]): string[] {
  const groups = all.some((entry) => entry.role === 'group')
  const below = all.length > 1
  const single = all.some((entry) => entry.node.children.length === 1)
  return [
    ...(groups ? [`${text('insert","')} place ${text('","node":"')} form`] : []),
    `${text('wrap","at":"')} any ${text('","node":"')} wrapper`,
    `${text('replaceSubtree","at":"')} any ${text('","node":"')} form`,
    `${text('setAttr","at":"')} setting`,
    ...(below
      ? [`${text('remove","at":"')} below "\\""`, `${text('move","at":"')} below ${text('","')} place "\\""`]
      : []),
    ...(single
      ? [
          `${text('unwrap","at":"')} (${oneOf(all.filter((e) => e.node.children.length === 1).map(address))}) "\\""`,
        ]
      : []),
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

  text(): string {
    return `${this.#lines.toReversed().join('\n')}\n`
  }

  /** Everything that can be put in; the place in front of it has closed with a quote, so a form starts inside one. */
  forms(): string[] {
    const { library, map } = this.#input
    const nodes = [...library.skills(), ...library.subtrees()].map((spec) => this.#form(spec))
    const has = ['MoveToZone', 'LoadBlocksSequence', 'UnloadBlocksSequence'].every((id) =>
      specOf(library, id),
    )
    const load = zoneList(map, 'load')
    const unload = zoneList(map, 'unload')
    const transfer = `${text(`${TRANSFER}","from":`)} (${load}) ${text(',"to":')} (${unload}) ${text(',"mask":')} (${text('"0000"')} | ${this.#mask()})`
    return has && load && unload ? [transfer, ...nodes] : nodes
  }

  wrappers(): string[] {
    return WRAPPERS.flatMap((id) => {
      const spec = this.#input.library.get(id)
      return spec ? [this.#form(spec)] : []
    })
  }

  /** Parameters of the nodes that the tree has; `null` takes a value back to its default. */
  settings(all: readonly Labelled[]): string[] {
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
      const flip = ports.some((port) => port.type.kind === 'mask') ? [`${text('flip":')} mask`] : []
      return [`(${oneOf(entries.map(address))}) ${text('","')} (${[...values, ...flip].join(' | ')})`]
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

  #value(port: PortSpec): string {
    if (port.name === 'zone')
      return `(${this.#input.map.zones.map((zone) => text(String(zone.id))).join(' | ')})`
    if (port.type.kind === 'mask') return this.#mask()
    if (port.type.kind === 'enum') return `"\\"" (${oneOf(port.type.values)}) "\\""`
    if (port.type.kind === 'int') return integer(port.type.min, port.type.max)
    if (port.type.kind === 'value' && port.type.type === 'uint32') return integer(0, 2 ** 32 - 1)
    if (port.type.kind === 'number') return '[0-9] [0-9]? [0-9]? ("." [0-9])?'
    return '"\\"" [A-Za-z0-9_{}]+ "\\""'
  }
}

/** Ports that a reply can set; an output port is written by the node. */
const usable = (spec: NodeSpec): PortSpec[] =>
  spec.ports.filter(
    (port) => port.direction !== 'out' && !RESERVED_KEYS.has(port.name) && port.name !== 'flip',
  )

const address = (entry: Labelled): string => entry.address

const zoneList = (map: FieldMap, kind: 'load' | 'unload'): string =>
  map.zones
    .filter((zone) => zone.kind === kind)
    .map((zone) => text(String(zone.id)))
    .join(' | ')

/** Slots that a finding or the faces name; without any, whatever could be meant. Turning nothing over is no edit. */
function masksOf({ findings, faces }: Situation): readonly string[] {
  const named = [...findings.map(({ mask }) => mask), ...faces.values()].filter((mask) => mask !== null)
  const masks = named.filter((mask) => mask !== '0000')
  return masks.length > 0 ? masks : Array.from({ length: 15 }, (_, i) => bitsMask(i + 1))
}

const oneOfQuoted = (words: readonly string[]): string =>
  [...new Set(words)].map((word) => text(`"${word}"`)).join(' | ')

/** Small ranges are listed; wide ones are left to the validator. */
function integer(min: number, max: number): string {
  if (max - min > 32) return '[0-9] [0-9]? [0-9]? [0-9]? [0-9]?'
  return `(${Array.from({ length: max - min + 1 }, (_, i) => text(String(min + i))).join(' | ')})`
}

const oneOf = (words: readonly string[]): string =>
  [...new Set(words)].map((word) => text(JSON.stringify(word).slice(1, -1))).join(' | ')

/** a GBNF string literal */
const text = (literal: string): string => `"${literal.replace(/\\/g, '\\\\').replace(/"/g, '\\"')}"`
