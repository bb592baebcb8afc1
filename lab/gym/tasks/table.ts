import { didYouMean, type Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { TRAVEL } from '#tabletop/scene/buttons.js'
import type { Task, Volume } from './task.js'

const ACROSS = Math.PI / 2
const OVER_TABLE: Volume = [[0.24, 0.56], [-0.2, 0.3], [0.016, 0.3]] // prettier-ignore
const ABOVE_TABLE: Volume = [[0.3, 0.42], [-0.08, 0.08], [0.16, 0.22]] // prettier-ignore
const TABLETOP = { fingers: ACROSS, volume: OVER_TABLE, begin: ABOVE_TABLE, apart: 0 } as const
const STILL = { items: [], apart: 0, rest: false, letGo: false } as const
const DRAWER = {
  ...STILL,
  parts: ['drawer'],
  fingers: ACROSS,
  volume: [[0.13, 0.3], [0.12, 0.42], [0.02, 0.26]],
  begin: [[0.18, 0.24], [0.16, 0.2], [0.12, 0.18]],
} as const // prettier-ignore

/** The tasks of the gym. Lengths in metres, angles in radians, frame of the arm's base. */
export const TASKS: readonly Task[] = [
  {
    ...TABLETOP,
    ...STILL,
    name: 'reach',
    purpose: 'the gripper to a point',
    parts: [],
    goal: { of: 'gripper', area: [[0.28, 0.52], [-0.16, 0.22], [0.04, 0.26]] }, // prettier-ignore
    tolerance: 0.01,
    actions: 60,
  },
  {
    ...TABLETOP,
    name: 'push',
    purpose: 'a cube over the table to a point',
    parts: ['red_cube'],
    items: [{ item: 'red_cube', x: [0.33, 0.45], y: [-0.1, 0.1], turn: 0.4 }],
    goal: { of: 'item', area: [[0.33, 0.45], [-0.1, 0.12], [0.02, 0.02]] }, // prettier-ignore
    tolerance: 0.025,
    apart: 0.08,
    rest: true,
    letGo: false,
    actions: 200,
  },
  {
    ...TABLETOP,
    name: 'pick_lift',
    purpose: 'a cube off the table, to a height',
    parts: ['red_cube'],
    items: [{ item: 'red_cube', x: [0.3, 0.46], y: [-0.12, 0.12], turn: 0.3 }],
    goal: { of: 'item', height: [0.12, 0.22] },
    tolerance: 0.025,
    rest: false,
    letGo: false,
    actions: 120,
  },
  {
    ...TABLETOP,
    name: 'pick_place',
    purpose: 'a ball from the table into the tray',
    parts: ['ball', 'left_tray'],
    items: [{ item: 'ball', x: [0.3, 0.46], y: [-0.12, 0.06], turn: 0 }],
    goal: { of: 'item', area: [[0.42, 0.52], [0.18, 0.25], [0.028, 0.028]] }, // prettier-ignore
    tolerance: 0.035,
    rest: true,
    letGo: true,
    actions: 180,
  },
  {
    ...TABLETOP,
    name: 'stack',
    purpose: 'a cube onto another cube',
    parts: ['red_cube', 'green_cube'],
    items: [
      { item: 'red_cube', x: [0.3, 0.46], y: [-0.12, 0.12], turn: 0.3 },
      { item: 'green_cube', x: [0.3, 0.46], y: [-0.12, 0.12], turn: 0.3 },
    ],
    goal: { of: 'item', onto: 'green_cube' },
    tolerance: 0.02,
    apart: 0.1,
    rest: true,
    letGo: true,
    actions: 180,
  },
  {
    ...DRAWER,
    name: 'open_drawer',
    purpose: 'a drawer open, by its handle',
    mechanism: { joints: ['drawer'], start: [0, 0], goal: [0.08, 0.13], opens: 0.14 },
    goal: { of: 'mechanism' },
    tolerance: 0.012,
    actions: 150,
  },
  {
    ...DRAWER,
    name: 'close_drawer',
    purpose: 'a drawer shut',
    mechanism: { joints: ['drawer'], start: [0.08, 0.14], goal: [0, 0], opens: 0.14 },
    goal: { of: 'mechanism' },
    tolerance: 0.01,
    actions: 150,
  },
  {
    ...STILL,
    name: 'press_button',
    purpose: 'one of three buttons down',
    parts: ['red_button', 'green_button', 'blue_button'],
    fingers: 0,
    volume: [[0.1, 0.34], [-0.5, -0.2], [0.04, 0.26]], // prettier-ignore
    begin: [[0.18, 0.26], [-0.36, -0.28], [0.12, 0.18]], // prettier-ignore
    mechanism: {
      joints: ['red_button', 'green_button', 'blue_button'],
      start: [0, 0],
      goal: [TRAVEL, TRAVEL],
      opens: TRAVEL,
    },
    goal: { of: 'mechanism' },
    tolerance: 0.003,
    actions: 100,
  },
  {
    ...STILL,
    name: 'slide_window',
    purpose: 'a window aside, by its handle',
    parts: ['window'],
    fingers: 0,
    volume: [[0.22, 0.44], [-0.5, -0.28], [0.1, 0.28]], // prettier-ignore
    begin: [[0.26, 0.32], [-0.38, -0.32], [0.18, 0.22]], // prettier-ignore
    mechanism: { joints: ['window'], start: [0, 0], goal: [0.05, 0.085], opens: 0.09 },
    goal: { of: 'mechanism' },
    tolerance: 0.01,
    actions: 150,
  },
  {
    ...STILL,
    name: 'open_lid',
    purpose: 'the lid of a box up, by its handle',
    parts: ['box_lid'],
    fingers: ACROSS,
    volume: [[0.54, 0.68], [-0.5, -0.2], [0.1, 0.28]], // prettier-ignore
    begin: [[0.56, 0.6], [-0.3, -0.26], [0.18, 0.22]], // prettier-ignore
    mechanism: { joints: ['box_lid'], start: [0, 0], goal: [0.6, 1.1], opens: 1.5 },
    goal: { of: 'mechanism' },
    tolerance: 0.12,
    actions: 180,
  },
]

/** @returns the task of that name, or what is wrong with the name (`gym.task`) */
export function taskNamed(name: string): Result<Task, Diagnostic> {
  const task = TASKS.find((each) => each.name === name)
  if (task !== undefined) return ok(task)
  const names = TASKS.map((each) => each.name)
  const meant = didYouMean(name, names)
  return err({
    code: 'gym.task',
    severity: 'error',
    message: 'there is no such task in the gym',
    expected: names.join(', '),
    got: name.slice(0, 80),
    ...(meant !== undefined && { hint: `did you mean ${meant}?` }),
  })
}
