import { tableClass } from '#lab/faults/bench/tabletop/table-class.js'
import type { FaultClass } from '#lab/faults/fault-class.js'

const tries = (step: string): string =>
  `<RetryUntilSuccessful num_attempts="3">${step}</RetryUntilSuccessful>`

const carry = (item: string, place: string): string =>
  `<Sequence>${tries(`<Pick item="${item}"/>`)}${tries(`<Place item="${item}" place="${place}"/>`)}</Sequence>`

const IN_LEFT_TRAY = ['location(red_cube)', 'left_tray'] as const

/** What happens to an arm at a table, in physics: nothing here tells a skill how it is to end. */
export const TABLETOP: readonly FaultClass[] = [
  tableClass(
    {
      id: 'tabletop-slippery',
      title: 'Something slips out of the fingers',
      cause: 'oil on the fingers: at one Pick they close with a fiftieth of their force',
      declared: ['recovered'],
      why:
        'The fingers close further than the thing’s width: Pick fails with “slipped out of the ' +
        'gripper”, the next look shows where the thing is, and a retry picks it up.',
      operator: 'A failed Pick with the name of the thing. Clean the fingers if it is often.',
    },
    { kind: 'slippery', once: ['Pick', 0], steps: carry('red_cube', 'left_tray'), reached: IN_LEFT_TRAY },
  ),
  tableClass(
    {
      id: 'tabletop-heavy',
      title: 'A thing is too heavy',
      cause:
        'a can that is full of lead: three to six kilograms, where friction lifts a little more than one',
      declared: ['step-failed'],
      why:
        'The wrist measures more than the allowed weight before the thing leaves the table; the fingers ' +
        'release it where it is. Every try ends that way, and the policy gives up.',
      operator: '“the gripper met something: it felt … N”. Take the thing away, or empty it.',
    },
    {
      kind: 'heavy',
      faulty: ['can'],
      steps: carry('can', 'right_tray'),
      reached: ['location(can)', 'table'],
    },
  ),
  tableClass(
    {
      id: 'tabletop-wide',
      title: 'A thing is wider than it is said to be',
      cause: 'a plate of 92 to 96 mm in place of one of 74 mm; the gripper opens 90 mm',
      declared: ['step-failed'],
      why:
        'Only contact reveals it: the fingertips come down on the rim, the wrist feels it, and the arm ' +
        'stops and goes back. A plate that is tilted afterwards cannot be seen, and is not reported.',
      operator: '“the gripper met something” at each Pick of one thing. Measure it, and correct its width.',
    },
    { kind: 'wide', faulty: ['plate'], steps: carry('plate', 'mat'), reached: ['location(plate)', 'mat'] },
  ),
  tableClass(
    {
      id: 'tabletop-stuck',
      title: 'A drawer jams',
      cause: 'it has warped, or something lies behind it: at one Open it takes 120 times as much to move',
      declared: ['recovered'],
      why:
        'The wrist measures more than the allowed pulling force; the handle is released, the drawer is ' +
        'seen to be closed, and a retry opens it.',
      operator: 'A failed Open with the force. Free the drawer if it is often.',
    },
    {
      kind: 'stuck',
      once: ['Open', 0],
      steps: tries('<Open closure="drawer"/>'),
      reached: ['open(drawer)', true],
    },
  ),
  tableClass(
    {
      id: 'tabletop-occluded',
      title: 'Something hides what is to be taken',
      cause: 'somebody holds a card between camera and thing for 20 to 40 s, as the arm goes for it',
      declared: ['unaffected'],
      why:
        'Hidden things are not reported: neither where they are nor that they are gone. The arm goes to ' +
        'where the thing was last seen.',
      operator: 'Nothing. The driver reports fewer facts as long as it lasts.',
    },
    { kind: 'occluded', once: ['Pick', 0], steps: carry('red_cube', 'left_tray'), reached: IN_LEFT_TRAY },
  ),
  tableClass(
    {
      id: 'tabletop-occluded-goal',
      title: 'Something hides where a thing is put',
      cause: 'somebody holds a card between camera and tray for 20 to 40 s, as the arm fills it',
      declared: ['unaffected'],
      why:
        'The thing is where it should be, but nobody sees it. Pictures that show nothing do not ' +
        'contradict the driver: Place is believed, and reported as seen by nobody, until a look shows ' +
        'the thing.',
      operator: '“nobody has seen it” beside the step. Take away what stands before the camera.',
    },
    { kind: 'occluded', once: ['Place', 1], steps: carry('red_cube', 'left_tray'), reached: IN_LEFT_TRAY },
  ),
  tableClass(
    {
      id: 'tabletop-moved',
      title: 'A hand moves the thing',
      cause: 'somebody pushes it aside while the arm is on its way to it',
      declared: ['recovered', 'unaffected'],
      why:
        'The fingers close beside it or hit it: Pick fails, the next look shows where it is now, and a ' +
        'retry picks it up. `unaffected` when it is still between the fingers.',
      operator: 'Nothing. Keep hands away from a moving arm.',
    },
    { kind: 'moved', once: ['Pick', 0], steps: carry('red_cube', 'left_tray'), reached: IN_LEFT_TRAY },
  ),
  tableClass(
    {
      id: 'tabletop-stall',
      title: 'A joint gives way',
      cause: 'a drive that overheats or browns out: the shoulder has no force for 0.8 s',
      declared: ['recovered', 'unaffected'],
      why:
        'The joint does not follow its setpoint, or the gripper hits something: the arm holds its ' +
        'position, Pick fails, and a retry picks the thing up. `unaffected` when the arm needs no force ' +
        'from that joint meanwhile.',
      operator: '“the shoulder joint does not follow”. Look at the drive if it comes again.',
    },
    {
      kind: 'stall',
      once: ['Pick', 0],
      steps: carry('red_cube', 'left_tray'),
      reached: IN_LEFT_TRAY,
    },
  ),
]
