import type { Frame, SpokenPort } from '../frames.js'

/** What is moved and where it gets to, by the goal of a frame: location(?item) = ?place, contains(?vessel, ?liquid). */
export interface Roles {
  readonly theme: SpokenPort
  readonly target: SpokenPort
}

/** undefined where a goal is not about two things, or a thing and what is true of it */
export function rolesOf({ form, goal, ports: [one, two] }: Frame): Roles | undefined {
  if (form !== 'place' || one === undefined || two === undefined || isTruth(two)) return undefined
  return /^\w+\(\?\w+,/.test(goal) ? { theme: two, target: one } : { theme: one, target: two }
}

const isTruth = ({ values }: SpokenPort): boolean =>
  [...values].every((value) => value === 'true' || value === 'false')
