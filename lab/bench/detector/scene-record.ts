import { CLOSURES } from '#tabletop/scene/closures.js'
import { OPEN } from '#tabletop/tabletop.js'
import type { Statement } from '#lab/training/sight/exam/reader.js'
import { locationOf, SEEN } from '#lab/training/sight/exam/score.js'
import type { Shot } from '#lab/training/sight/shots/shot.js'

/** A thing that a scene is asked about, as it really is and as far as it can be seen. */
export interface TrueThing {
  readonly name: string
  readonly shape: string
  /** degrees, -1 for a grey */
  readonly hue: number
  /** false where it looks the same however it lies */
  readonly tips: boolean
  readonly there: boolean
  /** nothing where it is not there, or stands on something that has no name */
  readonly location: string | undefined
  readonly lies: boolean
  /** shares of its outline: from the mast, and in the picture that shows most of it */
  readonly visible: number
  readonly glimpsed: number
  /** what it stands on can be seen and has a name */
  readonly isPlaceDue: boolean
}

/** What one reader says of a thing, with what tells how sure that is. */
export interface Said {
  readonly name: string
  readonly location: string | undefined
  readonly lies: boolean | undefined
  /** the logarithm of the odds of its name, where the reader knows */
  readonly odds: number | undefined
}

export interface SceneRecord {
  readonly index: number
  readonly things: readonly TrueThing[]
  readonly closures: readonly {
    readonly name: string
    readonly open: boolean
    /** nothing where its handle is hidden */
    readonly said: boolean | undefined
    /** how far from the bound between open and shut, as a share of its whole way */
    readonly margin: number
  }[]
  readonly readers: Readonly<Record<string, readonly Said[]>>
}

export function truthOf(shot: Shot): Pick<SceneRecord, 'things' | 'closures'> {
  const { scene, visible, glimpsed, read } = shot
  const things = scene.enrolled.map((thing): TrueThing => {
    const index = scene.placed.findIndex((placed) => placed.thing === thing)
    const placed = scene.placed[index]
    const carrier = scene.placed.findIndex((other) => other.thing.name === placed?.on)
    const { name, hue, family } = thing
    return {
      ...{ name, hue, shape: family.name, tips: family.tips, there: placed !== undefined },
      location: placed && locationOf(shot, index),
      lies: placed?.turn.lies === true,
      visible: visible[index] ?? 0,
      glimpsed: glimpsed[index] ?? 0,
      isPlaceDue: carrier < 0 || (visible[carrier] ?? 0) >= SEEN,
    }
  })
  const closures = CLOSURES.map(({ name, opens }) => {
    const seen = read.slides.get(name)
    return {
      name,
      open: (scene.slides.get(name) ?? 0) > OPEN * opens,
      said: seen === undefined ? undefined : seen > OPEN * opens,
      margin: seen === undefined ? 0 : Math.abs(seen / opens - OPEN),
    }
  })
  return { things, closures }
}

export const saidOf = ({ name, location, lies, odds }: Statement): Said => ({ name, location, lies, odds })
