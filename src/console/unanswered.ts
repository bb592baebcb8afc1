import type { Refusal } from './host.js'

/** What a client says by itself where a service does not answer. The endpoint is named as people know it. */
export const UNANSWERED = {
  /** nothing is there that speaks */
  unreachable: (endpoint: string, _key: string, cmd: string): Refusal => ({
    code: 'console.unreachable',
    message: `no answer from ${endpoint}; \`${cmd}\` was not sent`,
    hint: 'is the service running, and is the address right?',
  }),
  /** something is there, and ends the connection while the keys are exchanged */
  notAccepted: (endpoint: string, key: string, cmd: string): Refusal => ({
    code: 'console.unreachable',
    message: `something answers at ${endpoint} but does not accept the key ${key}; \`${cmd}\` was not sent`,
    hint: 'does the key belong to this robot, and is this the address of its console?',
  }),
  /** the service knows this key no more, or not for this role */
  denied: (endpoint: string, key: string): Refusal => ({
    code: 'console.denied',
    message: `the service at ${endpoint} does not accept the key ${key}`,
    hint: '`graft keys list` on the robot shows the allowed keys',
  }),
  /** it was sent */
  notInTime: (cmd: string, timeoutMs: number): Refusal => ({
    code: 'console.timeout',
    message: `no answer to \`${cmd}\` within ${timeoutMs} ms; the outcome is unknown`,
    hint: 'check `status` before sending it again',
  }),
  closed: { code: 'console.closed', message: 'the connection was closed' },
  tooMany: { code: 'console.busy', message: 'too many requests are waiting for an answer' },
  unreadable: { code: 'console.unreadable', message: 'the service refused without a reason' },
} as const
