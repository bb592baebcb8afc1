/** How a run with a fault may end. A class of faults declares which of them is right for it. */
export const END_STATES = {
  unaffected:
    'Every command ran once and the result is that of a run without the fault; nobody has to do anything.',
  recovered:
    'The link, a retry of the tree, the twin or the judge of edits dealt with it by itself; the result is ' +
    'that of a run without the fault, or the fault was kept out of it.',
  partial: 'The run goes on with less: something is lost for good, and trace, belief and score say so.',
  'step-failed':
    'A step failed with its evidence in the trace and the policy ended the episode; the robot stands, the ' +
    'run goes on with the next episode.',
  'called-human': 'The episode ran to its end and a human was called by an alarm that names the cause.',
  'stopped-safe':
    'The run ended: wheels and gripper stand, what was held is held, the mode is SAFE or STOPPED, ' +
    'finished episodes are kept.',
  refused: 'Nothing moved; the message names the cause.',
} as const satisfies Readonly<Record<string, string>>

export type EndState = keyof typeof END_STATES

/** `broken` is none of them: something was lost or moved without a word. No class may declare it. */
export type End = EndState | 'broken'
