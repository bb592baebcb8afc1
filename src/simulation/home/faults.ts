import { stream, type Rng } from '#base/random.js'
import type { FaultKind, HomeFaultProfile } from './fault-profile.js'
import type { HomeState } from './state.js'

/** Names the random streams of an episode: the same name gives the same faults whatever else was drawn. */
export interface StreamName {
  readonly seed: number
  readonly task: string
  readonly episode: number
}

/** The stream of one draw: no generator has a state of its own, so that a snapshot needs only the count. */
export const streamOf = ({ seed, task, episode }: StreamName, ...of: readonly (string | number)[]): Rng =>
  stream(seed, task, episode, ...of)

/** The stream of a draw that holds for all episodes of a run. */
export const runStream = (name: StreamName, of: string): Rng => streamOf({ ...name, episode: 0 }, 'start', of)

export class HomeFaults {
  readonly profile: HomeFaultProfile
  readonly name: StreamName

  constructor(profile: HomeFaultProfile, name: StreamName) {
    this.profile = profile
    this.name = name
  }

  /**
   * Draws whether the fault happens this time, and counts the chance.
   * @param times how many times as likely as the profile says
   * @returns how it happens, uniform in [0, 1), or `undefined`
   */
  draw(state: HomeState, kind: FaultKind, times = 1): number | undefined {
    const rng = streamOf(this.name, kind, state.chances[kind]++)
    const happens = rng.next() < this.profile[kind] * times
    const how = rng.next()
    return happens ? how : undefined
  }

  /** Records a fault that has happened. */
  record(state: HomeState, kind: FaultKind, about: string): void {
    state.faultLog.push({ kind, t: state.now, about })
  }
}
