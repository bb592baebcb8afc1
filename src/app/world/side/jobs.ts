import type { Result } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import type { ActorOutput, Experience } from '#learning/actor/input.js'
import type { Frame } from '#learning/ports.js'
import type { Value } from '#worlds/value.js'
import type { LoadedWorld } from '../load-world.js'
import type { StoredMemory } from '../memory/world-memory.js'

/** Work in a world that takes longer than a turn of the reflex loop, as data for a process of its own. */
export type WorldJob = PictureJob | (PlannerWorld & PlannerQuestion)

/** What the twin of a world is asked: the search behind it may take seconds. */
export type PlannerQuestion =
  | { readonly kind: 'refusals'; readonly doc: TreeDoc }
  | { readonly kind: 'propose'; readonly experience: Experience; readonly end: EndBelief }

/** what was believed when the newest episode ended */
type EndBelief = Readonly<Record<string, Value>>

export interface PlannerWorld {
  readonly files: LoadedWorld['files']
  /** of the files when the run began */
  readonly digest: string
  /** what the run has learned of its world so far */
  readonly memory: StoredMemory
}

/** A picture of a simulated world as it is now; drawing one may take half a second. */
interface PictureJob {
  readonly kind: 'picture'
  readonly simulation: string
  /** as the simulation's own `View` gives it and its `draw` takes it */
  readonly moment: unknown
}

export type WorldAnswer = Result<
  | { readonly kind: 'refusals'; readonly refusals: readonly string[] }
  | { readonly kind: 'propose'; readonly output: ActorOutput }
  | { readonly kind: 'picture'; readonly frame: Frame },
  string
>
