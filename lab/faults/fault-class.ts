import type { Violation } from './safety-checker/violation.js'

export const GROUPS = {
  link: 'The serial line between the onboard computer and the controller',
  robot: 'Gripper, base and the controls of the robot',
  camera: 'The camera',
  model: 'The models: critic and actor',
  storage: 'The run folder on the disk',
  process: 'The process on the onboard computer',
  time: 'Clocks and periods',
  operator: 'People, and the files that they hand in',
  tabletop: 'The arm at the table',
} as const satisfies Readonly<Record<string, string>>

export type Group = keyof typeof GROUPS

/** One kind of fault: what it looks like, what the system does about it, and how to make it happen. */
export interface FaultClass {
  /** `link-drop`: the group, then the fault; for command lines */
  readonly id: string
  readonly group: Group
  readonly title: string
  /** what in the field looks like this */
  readonly cause: string
  /** the right ends; more than one only where `why` says when it is which */
  readonly declared: readonly [EndState, ...EndState[]]
  /** what the system does about it, and by which part */
  readonly why: string
  /** what a person sees and should do */
  readonly operator: string
  /** Makes the fault happen once. Moment and size follow from the seed; the same seed gives the same outcome. */
  run(seed: number): Promise<Outcome>
}

/** What came of one run. */
export interface Outcome {
  readonly end: End
  /** how often the fault really took place: 0 would be a run that proves nothing */
  readonly injected: number
  /** what the safety witness counted */
  readonly violations: readonly Violation[]
  /** in words, for people who look into it */
  readonly detail: string
}

/** How a run with a fault may end. A class of faults declares which of them is right for it. */
export const END_STATES = {
  unaffected:
    'Every command ran once and the result is that of a run without the fault; nobody has to do anything.',
  recovered:
    'The link, a retry in the tree, the twin or the judge of edits handled it automatically; the ' +
    'result is that of a run without the fault, or the fault was kept out of it.',
  partial: 'The run continues with a loss: something is gone for good, and trace, belief and score show it.',
  'step-failed':
    'A step failed with its evidence in the trace and the policy ended the episode; the robot is at ' +
    'rest, the run continues with the next episode.',
  'called-human': 'The episode ran to its end and a human was called by an alarm that names the cause.',
  'stopped-safe':
    'The run ended: wheels and gripper are at rest, what was held is still held, the mode is SAFE or ' +
    'STOPPED, finished episodes are kept.',
  refused: 'Nothing moved; the message names the cause.',
} as const satisfies Readonly<Record<string, string>>

export type EndState = keyof typeof END_STATES

/** `broken` is none of them: something was lost or moved without a word. No class may declare it. */
export type End = EndState | 'broken'
