import type { DriverMessage, HostMessage } from '#drivers/contract.js'

/** Each message of the contract at least once, with and without what is optional. */
export const HOST_SAYS: readonly HostMessage[] = [
  { kind: 'hello', rpc: 1, session: '8f1c', contract: { major: 1, minor: 0 } },
  {
    kind: 'execute',
    rpc: 2,
    command: {
      id: 1,
      permit: 41,
      skill: 'Pick',
      params: { item: 'mug', force: 12.5, gently: true },
      deadlineMs: 8000,
    },
  },
  { kind: 'execute', rpc: 3, command: { id: 2, permit: 42, skill: 'Home', params: {}, deadlineMs: 8000 } },
  { kind: 'observe', rpc: 4 },
  { kind: 'observe', rpc: 5, facts: ['location'], pictures: ['wrist'] },
  { kind: 'stop', rpc: 6 },
  { kind: 'estop', rpc: 7 },
  { kind: 'reset', rpc: 8 },
  { kind: 'heartbeat', n: 17 },
]

const observation = {
  facts: [
    { fact: 'location(mug)', value: 'table', confidence: 0.93, ageMs: 40 },
    { fact: 'open(fridge)', value: false, confidence: 1, ageMs: 0 },
    { fact: 'battery', value: 81.5, confidence: 1, ageMs: 900 },
  ],
}

export const DRIVER_SAYS: readonly DriverMessage[] = [
  {
    kind: 'hello',
    rpc: 1,
    hello: {
      contract: { major: 1, minor: 0 },
      robot: 'lab arm',
      boot: '2026-11-25T08:00:00Z-4711',
      skills: [{ name: 'Pick', params: ['item', 'force', 'gently'], timeoutMs: 20_000 }],
      facts: ['location', 'open', 'battery'],
      pictures: [{ name: 'wrist', width: 640, height: 480 }],
      stopMs: 300,
      heartbeatMs: 500,
    },
  },
  { kind: 'done', rpc: 2 },
  { kind: 'observed', rpc: 4, observation },
  { kind: 'observed', rpc: 5, observation: { ...observation, pictures: { wrist: 'frames/0001.jpg' } } },
  { kind: 'refused', rpc: 3, code: 'busy', text: 'command 1 has not ended' },
  { kind: 'refused', rpc: 3, code: 'bad-params', text: 'no item' },
  { kind: 'progress', progress: { id: 1, fraction: 0.25 } },
  { kind: 'result', result: { id: 1, status: 'ok' } },
  { kind: 'result', result: { id: 1, status: 'failed', reason: 'the mug slipped' } },
  { kind: 'facts', observation },
  { kind: 'heartbeat', beat: { heard: 17, moving: true, safe: false } },
  { kind: 'heartbeat', beat: { heard: 17, moving: false, safe: true, why: 'silence' } },
  {
    kind: 'heartbeat',
    beat: { heard: 17, moving: false, safe: true, why: 'fault', unreachable: 'no connection' },
  },
]
