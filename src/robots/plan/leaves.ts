import { pointerKey } from '#bt/attributes.js'
import { sortedAttrs } from '#bt/xml/write.js'
import { formatStep } from '#twin/domain/domain.js'
import type { Notes, PlanNode } from '#twin/plan/plan-node.js'
import {
  FAILS,
  portText,
  SUCCEEDS,
  truthOf,
  waiting,
  writing,
  type Draft,
  type Maker,
  type Place,
} from './draft.js'
import { scriptWrites } from './scripts.js'

const script: Maker = (at, draft) => noted(scriptWrites(at, at.def.attrs['code'] ?? '', draft))

const scriptCondition: Maker = (at) => {
  const code = (at.def.attrs['code'] ?? '').trim()
  const truth = truthOf(code)
  if (truth !== undefined) return truth ? SUCCEEDS : FAILS
  return either(`when ${code} is true`, `when ${code} is false`)
}

const setBlackboard: Maker = (at, draft) => {
  const target = at.def.attrs['output_key'] ?? ''
  // the port contains the key itself, written as {key} or as a bare name
  const key = pointerKey(target, 'output_key') ?? target
  const written = at.def.attrs['value'] ?? ''
  const from = pointerKey(written, 'value')
  if (from === undefined) return noted(writing(at, key, { writer: 'set', value: written, draft }))
  const value = portText(at, 'value', draft)
  const notes = writing(at, key, { writer: 'set', value: value?.known === true ? value.text : null, draft })
  if (value?.known === true) return noted(notes)
  // an entry that was never written cannot be copied
  return {
    kind: 'choice',
    options: [{ node: noted(notes) }, { label: `when {${from}} is empty`, node: FAILS }],
  }
}

const unsetBlackboard: Maker = (at, draft) =>
  noted(writing(at, at.def.attrs['key'] ?? '', { writer: 'skill', value: null, draft }))

const wasUpdated: Maker = (at) => {
  const entry = at.def.attrs['entry'] ?? 'the entry'
  return either(`when ${entry} was written`, `when ${entry} was not written`)
}

/** All leaves of the engine. */
export const LEAVES: Readonly<Record<string, Maker>> = {
  AlwaysSuccess: () => SUCCEEDS,
  AlwaysFailure: () => FAILS,
  Script: script,
  ScriptCondition: scriptCondition,
  SetBlackboard: setBlackboard,
  UnsetBlackboard: unsetBlackboard,
  Sleep: () => waiting(SUCCEEDS),
  WasEntryUpdated: wasUpdated,
}

/** A condition on facts is tested in the world reached; of one specific to the robot, both outcomes are possible. */
export const condition: Maker = (at, draft) => {
  const { args, reads, notes } = readPorts(at, draft)
  if (at.def.id === 'Holds' && args['formula'] !== undefined) {
    const { formula, ...others } = args
    return {
      kind: 'test',
      condition: { formula, args: others },
      ...(Object.keys(reads).length > 0 && { reads }),
    }
  }
  const step = formatStep({ skill: at.def.id, args })
  return writes(notes, either(`when ${step} holds`, `when ${step} does not hold`))
}

/** An action specific to the robot: a step. Its outputs are known only once it has run. */
export const action: Maker = (at, draft) => {
  const { args, reads, notes } = readPorts(at, draft)
  const step = { skill: at.def.id, args, path: at.path }
  return writes(notes, { kind: 'step', step, ...(Object.keys(reads).length > 0 && { reads }) })
}

const writes = (onSuccess: Notes, child: PlanNode): PlanNode =>
  onSuccess.length === 0 ? child : { kind: 'noting', onSuccess, onFailure: onSuccess, child }

/** Reads the ports: their texts as written or as known, the followed entries, and the entries the node may write. */
function readPorts(
  at: Place,
  draft: Draft,
): { args: Record<string, string>; reads: Record<string, string>; notes: Notes } {
  const spec = draft.library.get(at.def.id)
  const args: Record<string, string> = {}
  const reads: Record<string, string> = {}
  const notes: Notes[] = []
  for (const [port, text] of Object.entries(written(at, draft))) {
    const key = pointerKey(text, port)
    const known = portText(at, port, draft)
    args[port] = known?.known === true ? known.text : text
    if (key === undefined) continue
    const entry = at.scope.entry(key)
    if (draft.entries.isFollowed(entry)) reads[port] = entry
    const direction = spec?.ports.find(({ name }) => name === port)?.direction
    if (direction !== 'in') notes.push(writing(at, key, { writer: 'skill', value: null, draft }))
  }
  return { args, reads, notes: notes.flat() }
}

/** In the order of the node's ports, as when it runs: a tree that was stored has its attributes in another. */
function written({ def }: Place, { library }: Draft): Readonly<Record<string, string>> {
  const ports = library.get(def.id)?.ports.map(({ name }) => name) ?? []
  return Object.fromEntries(
    sortedAttrs(def)
      .filter(([name]) => name !== 'name' && name !== 'ID' && !name.startsWith('_'))
      .sort(([a], [b]) => ports.indexOf(a) - ports.indexOf(b)),
  )
}

const noted = (before: Notes): PlanNode =>
  before.length === 0 ? SUCCEEDS : { kind: 'noting', before, child: SUCCEEDS }

const either = (yes: string, no: string): PlanNode => ({
  kind: 'choice',
  options: [
    { label: yes, node: SUCCEEDS },
    { label: no, node: FAILS },
  ],
})
