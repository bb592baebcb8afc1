import { stream as random, type Rng } from '#base/random.js'
import type { FaultClass, Outcome } from '#lab/faults/fault-class.js'
import { outcomeOf } from './judge-mission.js'
import { playMission, type Mission, type MissionOptions, type MissionScene } from './mission.js'

/** How a mission is broken. Dice are drawn from the seed, in `size` before it begins and in `arrange` at its start. */
export interface MissionFault {
  size?(rng: Rng): MissionOptions
  /** @param countInjection call it each time the fault takes place */
  arrange?(scene: MissionScene, countInjection: () => void): void
  /** how often the fault took place, where `arrange` does not tell */
  injected?(mission: Mission): number
  /** what the log must say of it: the operator is sent there */
  readonly expectedNotes?: readonly string[]
  /** what is looked at or tried after the mission; a text is why the end is not right */
  afterwards?(mission: Mission): string | undefined
}

/** A class whose runs are missions without models. */
export function missionClass(head: Omit<FaultClass, 'run'>, fault: MissionFault): FaultClass {
  const run = async (seed: number): Promise<Outcome> => {
    let count = 0
    const options = fault.size?.(random(seed, head.id, 'size')) ?? {}
    const arrange = (scene: MissionScene): void => fault.arrange?.(scene, () => count++)
    const mission = await playMission(seed, { ...options, arrange })
    const outcome = await outcomeOf(
      mission,
      options,
      seed,
      effectiveCount(mission, fault.injected?.(mission) ?? count),
    )
    const wrong = missingNotes(mission, fault.expectedNotes ?? []) ?? fault.afterwards?.(mission)
    return wrong === undefined ? outcome : { ...outcome, end: 'broken', detail: wrong }
  }
  return { ...head, run }
}

/**
 * A broken part that has changed nothing on the way to or from the world has not taken place, whatever was
 * said of it.
 */
const effectiveCount = ({ rig: { plant } }: Mission, reported: number): number =>
  plant.faults.length === 0 ? reported : Math.min(reported, plant.altered)

function missingNotes({ parts }: Mission, expected: readonly string[]): string | undefined {
  const notes = parts.link.trouble?.notes.map(({ text }) => text) ?? []
  const missing = expected.filter((word) => !notes.some((text) => text.includes(word)))
  return missing.length === 0 ? undefined : `the log of the link does not say ${missing.join(', ')}`
}
