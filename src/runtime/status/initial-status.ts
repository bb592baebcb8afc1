import type { RobotStatus } from './service-status.js'
import type { StatusParts } from './status-publisher.js'

/** The status before anything has happened: SAFE and idle. */
export const initialStatus = (robot: RobotStatus, cameraSource: string): StatusParts => ({
  robot,
  mode: 'SAFE',
  activity: 'idle',
  armedBy: null,
  run: null,
  tree: null,
  facts: [],
  blackboard: [],
  link: {
    status: 'none',
    device: null,
    silentMs: null,
    counters: null,
    controller: null,
    degraded: 0,
    last: '',
  },
  camera: { source: cameraSource, state: 'off', ageMs: null, frames: 0, restarts: 0, text: '' },
  models: [],
  alarms: [],
  health: [],
  policy: null,
  disk: null,
  order: null,
  timing: null,
})
