import type { CommandName } from '#console/catalogue.js'

const hash = '0123456789abcdef'

/** One valid set of parameters for each command: a new command does not compile without. */
export const SAMPLES: Readonly<Record<CommandName, Readonly<Record<string, unknown>>>> = {
  status: {},
  news: { after: 12, limit: 3 },
  picture: {},
  health: {},
  log: { level: 'warn', source: 'link', limit: 5 },
  blackboard: {},
  models: {},
  config: {},
  faults: {},
  'alarm.list': {},
  'tree.get': { hash },
  'tree.diff': { from: hash, to: 'fedcba9876543210' },
  'tree.slots': { field: 'F1' },
  'run.list': { limit: 2 },
  'episode.list': { run: 'F1-s1-1a2b3c4d' },
  'episode.show': { run: 'F1-s1-1a2b3c4d', episode: 3 },
  'episode.score': { episode: 3 },
  do: { order: 'bring the cup to the table', speaker: 'anna' },
  'do.confirm': { id: 'a1b2c3', choice: 1 },
  run: { field: 'F1', seed: 7, episodes: 3 },
  arm: {},
  confirm: { token: 'a1b2c3' },
  pause: {},
  resume: {},
  stop: {},
  estop: {},
  reset: {},
  'alarm.ack': { id: 'F1-s1-1a2b3c4d/2/1', note: 'seen to' },
  'scene.reset': { note: 'put the red block back into zone 3' },
  audit: { episode: 3, report: 1, verdict: 'causal', note: 'it was the gripper' },
  'audit.counts': {},
  'teleop.begin': {},
  'teleop.drive': { session: 's-1', vx: 0.1, vy: 0, wz: -0.5 },
  'teleop.step': { session: 's-1', skill: 'Pick', params: { item: 'mug', speed: 40 } },
  'teleop.alive': { session: 's-1' },
  'teleop.end': { session: 's-1' },
  'tree.stage': { field: 'F1', xml: '<root BTCPP_format="4"/>', cause: 'a better approach to zone 3' },
  'tree.rollback': { field: 'F1', to: hash, cause: 'it drops blocks' },
  'log.level': { level: 'debug' },
  'fault.inject': { fault: 'grip-slip' },
}

export const COMMANDS = Object.keys(SAMPLES) as CommandName[]
