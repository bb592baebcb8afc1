import type { Mask, ZoneId } from '#base/field-map.js'
import { stream } from '#base/random.js'
import { err, ok, type Result } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import type { Edit } from '#bt/edit.js'
import { applyEdits } from '#bt/edit/apply.js'
import { treeHash } from '#bt/xml/write.js'
import type { Actor, ActorTry } from '#learning/actor/input.js'
import type { ActorInput } from '#learning/field/actor/contract.js'
import type { JudgeDeps } from '#learning/field/actor/judge.js'
import type { Fix, Issue } from '#learning/critic/report.js'
import { applyFix } from './apply-fix.js'
import { randomFix } from './random-fix.js'

/** Benchmarks §6.1: at most two edits an episode. */
const MAX_EDITS = 2

export interface ScriptedActorSetting extends JudgeDeps {
  /** names the stream of the actor's luck: seed, field */
  readonly luck: readonly (string | number)[]
  /** slots to turn over, as far as the actor is told the faces before this episode (VRL-07) */
  readonly masks: (episode: number) => ReadonlyMap<ZoneId, Mask>
}

/**
 * The scripted actor of benchmarks §6.1: does what the most severe issues' fixes say, whatever trace and score speak
 * against them; without a report it edits at random. Never the product's actor: `graft run` cannot choose it.
 */
export function createScriptedActor(setting: ScriptedActorSetting): Actor<ActorInput> {
  return { id: 'scripted', propose: (input) => Promise.resolve(propose(setting, input)) }
}

function propose(
  setting: ScriptedActorSetting,
  input: ActorInput,
): Awaited<ReturnType<Actor<ActorInput>['propose']>> {
  const patch: Edit[] = []
  const tries: ActorTry[] = []
  const masks = setting.masks(input.history.length + 1)
  let tree = input.tree
  for (const { fix, because } of requestedEdits(setting, input)) {
    if (patch.length === MAX_EDITS) break
    const edited = attempt(setting, tree, { fix, because, masks })
    tries.push({ reply: fix.kind, refusedBecause: edited.ok ? null : edited.error, confidence: 1 })
    if (!edited.ok) continue
    patch.push(edited.value.edit)
    tree = edited.value.tree
  }
  const why = patch.length === 0 ? 'nothing to do' : `because of ${patch.map((e) => e.because).join(' and ')}`
  return { patch, tree, tries, confidence: 1, why }
}

interface ActorRequest {
  readonly fix: Fix
  readonly because: string
}

function requestedEdits({ luck }: ScriptedActorSetting, input: ActorInput): readonly ActorRequest[] {
  if (input.report === null) {
    const rng = stream(...luck, input.history.length, 'scripted-actor')
    return [{ fix: randomFix(input.tree, input.map, rng), because: 'score' }]
  }
  return input.report.issues
    .filter(({ grounded }) => grounded !== 'refuted')
    .toSorted(bySeverity)
    .flatMap(({ fix, id }) => (fix === undefined ? [] : [{ fix, because: id }]))
}

const bySeverity = (a: Issue, b: Issue): number => b.severity - a.severity || (a.id < b.id ? -1 : 1)

interface TriedFix {
  readonly fix: Fix
  readonly because: string
  readonly masks: ReadonlyMap<ZoneId, Mask>
}

/** Parser and twin guard this actor's trees as they guard every other's. */
function attempt(
  setting: ScriptedActorSetting,
  tree: TreeDoc,
  { fix, because, masks }: TriedFix,
): Result<{ readonly edit: Edit; readonly tree: TreeDoc }, string> {
  const op = applyFix(tree, fix, setting.library, masks)
  if (!op.ok) return op
  const edit: Edit = { ...op.value, because }
  const applied = applyEdits(tree, [edit])
  if (!applied.ok) return err(applied.error.message)
  if (treeHash(applied.value) === treeHash(tree)) return err('the edit changes nothing')
  const problem = setting.validate(applied.value).find(({ severity }) => severity === 'error')
  if (problem !== undefined) return err(problem.message)
  const rehearsal = setting.rehearse(applied.value)
  if (!rehearsal.ok && setting.rehearse(tree).ok) return err(rehearsal.error.text)
  return ok({ edit, tree: applied.value })
}
