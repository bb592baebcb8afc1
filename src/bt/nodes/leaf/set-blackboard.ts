import { BlackboardError, type Entry } from '#bt/blackboard.js'
import { PortError } from '#bt/node/errors.js'
import type { Status } from '#bt/status.js'
import { ANY, DOUBLE, INT64, STRING } from '#bt/value/types.js'
import { Int, isNumeric, originOf, type Value } from '#bt/value/value.js'
import { builtIn, port } from '../builtin.js'
import { SyncLeaf } from '#bt/node/kinds.js'

/** `value="{key}"` copies that entry including its type; any other text is converted to the destination's type. */
class SetBlackboard extends SyncLeaf {
  readonly #outputKey = this.ports.input('output_key', STRING)

  protected override tick(): Status {
    const key = this.#outputKey.get()
    const { blackboard } = this.ports
    const from = this.ports.key('value')
    const value = from === undefined ? this.#literal() : this.#source(from, key)
    if (value === undefined) return 'FAILURE'
    const known = blackboard.entry(key)
    if (known === undefined) this.#write(blackboard.declare(key, STRING), value)
    else this.#overwrite(key, known, value)
    return 'SUCCESS'
  }

  #literal(): string {
    const text = this.ports.text('value')
    if (text === undefined) throw new PortError('input port value is not in the tree; write value="…"')
    return text
  }

  /** The value of another entry; a new destination takes its type. */
  #source(from: string, to: string): Value {
    const { blackboard } = this.ports
    const source = blackboard.entry(from)
    if (source === undefined) throw new PortError(`input port value: there is no entry {${from}}`)
    if (blackboard.entry(to) === undefined) blackboard.declare(to, source.type)
    return source.value
  }

  #overwrite(key: string, entry: Entry, value: Value): void {
    const { type } = entry
    if (type.strong) {
      const stored =
        typeof value === 'string' && type.name !== 'string' ? this.#converted(key, entry, value) : value
      if (typeof value !== 'string' && originOf(value) !== type.name) {
        throw new BlackboardError(`{${key}} is a ${type.name}, which cannot become a ${originOf(value)}`)
      }
      return this.#write(entry, stored)
    }
    if (!this.host.quirks.literalEmptiesVariable) return this.#write(entry, this.#likeBefore(entry, value))
    if (typeof value === 'string' && type.name === 'Any') {
      throw new BlackboardError(`{${key}} holds values of any type; text "${value}" cannot tell which it is`)
    }
    // as in the reference: an entry stored here changes its type to Any, and a text becomes an empty value
    if (this.#isStoredHere(key)) entry.type = ANY
    this.#write(entry, typeof value === 'string' ? undefined : value)
  }

  #converted(key: string, { type }: Entry, text: string): Value {
    // statuses and enums cannot be parsed from text here; the reference does not support them either
    if (!type.early) throw new BlackboardError(`{${key}} is a ${type.name}; text "${text}" cannot become one`)
    return type.store(type.parse(text, this.ports.enums))
  }

  /** In strict mode, a number keeps its kind, and anything else becomes the text. */
  #likeBefore({ value: old }: Entry, value: Value): Value {
    if (typeof value !== 'string' || !isNumeric(old)) return value
    const { enums } = this.ports
    return old instanceof Int
      ? INT64.store(INT64.parse(value, enums))
      : DOUBLE.store(DOUBLE.parse(value, enums))
  }

  #isStoredHere(key: string): boolean {
    const { blackboard } = this.ports
    return key.startsWith('@')
      ? blackboard.root().own(key.slice(1)) !== undefined
      : blackboard.own(key) !== undefined
  }

  #write(entry: Entry, value: Value): void {
    entry.value = value
    entry.seq += 1
  }
}

export const setBlackboard = builtIn(
  {
    kind: 'action',
    id: 'SetBlackboard',
    description: 'Writes a text, or a copy of another entry, to an entry of the blackboard.',
    ports: [
      port('in', 'value', 'any', 'Value to be written into the output_key'),
      port('inout', 'output_key', 'any', 'Name of the blackboard entry where the value should be written'),
    ],
  },
  (site) => new SetBlackboard(site),
)

class UnsetBlackboard extends SyncLeaf {
  readonly #key = this.ports.input('key', STRING)

  protected override tick(): Status {
    const key = this.#key.get()
    const { blackboard } = this.ports
    if (!key.startsWith('@')) blackboard.unset(key)
    else if (!this.host.quirks.unsetIgnoresOuter) blackboard.root().unset(key.slice(1))
    return 'SUCCESS'
  }
}

export const unsetBlackboard = builtIn(
  {
    kind: 'action',
    id: 'UnsetBlackboard',
    description: 'Removes an entry of the blackboard; one that is remapped to the parent stays.',
    ports: [port('in', 'key', 'string', 'Key of the entry to remove')],
  },
  (site) => new UnsetBlackboard(site),
)
