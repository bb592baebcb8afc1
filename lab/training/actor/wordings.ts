import type { Impact } from '#learning/critic/report.js'

/**
 * What a critic might say of each impact, our own critic's words first. `{z}` is the zone, `{s}` the slots, `{n}` their
 * number. Training never sees the test wordings, so the held-out score includes words that the model has not read.
 */
export const TRAIN_WORDS: Readonly<Record<Impact, readonly string[]>> = {
  placement: [
    'zone {z}: looks blue empty blue blue, blocks are missing or out of place',
    '1 block lies outside any zone',
    'a block of zone {z} lies outside',
    'blocks missed zone {z}',
    'zone {z} was not free',
    'placed beside the zone',
    'blocks at {z} do not count',
  ],
  orientation: [
    'zone {z}: orange face up in slot {s}',
    '{n} blocks in zone {z} show orange',
    'orange side up in zone {z}',
    'blocks in zone {z} are upside down',
    'wrong face up at {z}',
    'not turned over before unloading',
  ],
  grasp: [
    'zone {z}: still a block in slot 1 after loading',
    'a cup did not hold at zone {z}',
    'blocks were lost after loading at {z}',
    'vacuum was low on one cup',
    'only some blocks were gripped',
  ],
  navigation: [
    'zone {z}: the robot did not get there',
    'the robot missed its dock at zone {z}',
    'the move to zone {z} failed',
    'stopped before the target',
    'the drive was off course',
  ],
  shelf: [
    'the shelf stands at start',
    'the shelf stands on the way',
    'the shelf is not at its target',
    'the shelf still stands where it was',
    'the push of the shelf failed',
    'shelf short of the target',
  ],
  timing: [
    'the episode took longer than its time limit',
    'time is wasted waiting',
    'the robot stood idle',
    'the same zone was loaded twice',
    'the run takes too long',
  ],
  'final-position': [
    'the robot stands at zone 2',
    'the robot stands elsewhere',
    'the robot did not return home',
    'the robot is not in the finish area',
    'home was not reached at the end',
    'the robot ends away from home',
  ],
  coverage: [
    'zone {z}: never loaded, blocks in slot 0, 1, 2, 3',
    'load zone {z} is still full',
    'the blocks of zone {z} were never fetched',
    'zone {z} was not visited',
    'four blocks remain in zone {z}',
  ],
  'plan-structure': [
    'one retry spans several trips',
    'the steps are in the wrong order',
    'a trip has no unload',
    'zone {z} is loaded again',
    'the order of steps is wrong',
  ],
  perception: [
    'the picture is too dark to tell',
    'zone {z} is hidden by the robot',
    'colours cannot be told apart',
  ],
  safety: ['the robot came close to the border', 'the gripper was low while driving'],
  style: ['the path is not smooth', 'the motion looks hesitant', 'a shorter way was possible'],
}

export const TEST_WORDS: Readonly<Record<Impact, readonly string[]>> = {
  placement: ['one box ended up off target near {z}', 'area {z} already had boxes in it'],
  orientation: [
    'boxes delivered to {z} face the wrong way',
    'the orange paint is visible on top in area {z}',
  ],
  grasp: ['suction slipped while lifting at {z}', 'the gripper came up partly empty'],
  navigation: ['arrival at area {z} did not happen', 'docking was inaccurate'],
  shelf: ['rack has not been relocated', 'the movable rack fell short'],
  timing: ['needless pause observed', 'several seconds pass with nothing happening'],
  'final-position': ['finish line never crossed', 'vehicle parked in the field rather than at start'],
  coverage: ['pickup spot {z} untouched', 'boxes were left behind at {z}'],
  'plan-structure': [
    'everything is repeated when a single delivery fails',
    'sequence of stages looks inverted',
  ],
  perception: ['glare prevents judging {z}', 'unsure about colours'],
  safety: ['near miss with the wall'],
  style: ['jerky turns', 'could be more elegant'],
}

/** Why leaves fail: the words that the robot's skills and the twin use. */
export const TRAIN_REASONS = [
  'cup 1 does not hold a block',
  'no block below cup 2',
  'slot 0 of zone {z} is occupied',
  'the robot stopped 60 mm from the dock of zone {z}',
  'the vacuum of cup 3 was lost',
  'the bumper was not pressed',
  'a block is left in zone {z}',
  'the gripper holds nothing',
] as const

export const TEST_REASONS = [
  'dock missed by 81 mm',
  'cups 0 and 2 are empty',
  'zone {z} has no free slot',
  'shelf not felt',
] as const
