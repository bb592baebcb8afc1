import { err, ok, type Result } from '#base/result.js'
import type { Blackboard } from '#bt/blackboard.js'
import type { SubtreeInstance } from '#bt/engine/tree.js'
import { ObjectValue, Int, type Value } from '#bt/value/value.js'
import { pack, type Packable } from './msgpack.js'

/**
 * Packs the payload of a blackboard reply: MessagePack of name → entries. A tree nested in another one, or in an
 * external blackboard, also includes the outermost blackboard, as `ROOT`.
 *
 * @param names full paths of SubTree nodes, or the main tree's id; unknown names are omitted
 * @returns the payload, or in words why there is none
 */
export function packBlackboards(
  subtrees: readonly SubtreeInstance[],
  names: readonly string[],
): Result<Uint8Array, string> {
  const found = new Map<string, Packable>()
  const known = new Map(subtrees.map((subtree) => [nameOf(subtree), subtree]))
  let root: Blackboard | undefined
  for (const name of new Set(names)) {
    const subtree = known.get(name)
    if (subtree === undefined) continue
    const { blackboard } = subtree
    found.set(name, exportBlackboard(blackboard))
    const outermost = blackboard.root()
    if (outermost === blackboard) continue
    if (root !== undefined && root !== outermost) return err('the trees have different outermost blackboards')
    root = outermost
  }
  if (root === undefined) return ok(pack(sorted(found)))
  if (found.has(ROOT)) return err(`a tree is called ${ROOT}, the name kept for the outermost blackboard`)
  return ok(pack(sorted(found.set(ROOT, exportBlackboard(root)))))
}

/** Exports the entries, sorted by key; null when there are none, like the reference. */
export function exportBlackboard(blackboard: Blackboard): Packable {
  return sorted(new Map([...blackboard.keys()].map((key) => [key, exportValue(blackboard.own(key)?.value)])))
}

/** Returns the full path of the SubTree node, or the id of the main tree. */
const nameOf = ({ instance, treeId }: SubtreeInstance): string => (instance === '' ? treeId : instance)

const ROOT = 'ROOT'

function sorted(entries: ReadonlyMap<string, Packable>): Packable {
  if (entries.size === 0) return null
  return new Map([...entries].sort(([a], [b]) => (a < b ? -1 : 1)))
}

function exportValue(value: Value): Packable {
  if (value === undefined) return null
  return value instanceof ObjectValue ? exportObject(value) : value
}

function exportObject({ type, data }: ObjectValue): Packable {
  const item = /^(?:vector|queue)<(.+)>$/.exec(type)?.[1]
  if (item !== undefined && Array.isArray(data)) {
    return data.map((element: unknown) => exportData(element, INTEGERS.test(item)))
  }
  const inside = exportData(data, false)
  return isMap(inside) ? sorted(new Map<string, Packable>([...inside, ['__type', type]])) : inside
}

/** Exports data of a user-defined type like JSON, with bounded depth; null for anything JSON cannot represent. */
function exportData(data: unknown, integers: boolean, depth = 0): Packable {
  if (depth > MAX_DEPTH) return null
  if (data instanceof Int || typeof data === 'string') return data
  if (data instanceof ObjectValue) return exportObject(data)
  if (typeof data === 'bigint') return Int.of(data)
  if (typeof data === 'boolean') return integers ? Int.of(data ? 1 : 0) : data
  if (typeof data === 'number') return integers && Number.isSafeInteger(data) ? Int.of(data) : data
  if (Array.isArray(data)) return data.map((element) => exportData(element, false, depth + 1))
  if (typeof data !== 'object' || data === null) return null
  const fields = Object.entries(data).map(([key, field]): [string, Packable] => [
    key,
    exportData(field, false, depth + 1),
  ])
  return new Map(fields)
}

const isMap = (value: Packable): value is ReadonlyMap<string, Packable> => value instanceof Map
const MAX_DEPTH = 64
const INTEGERS = /^(u?int\d+|bool)$/
