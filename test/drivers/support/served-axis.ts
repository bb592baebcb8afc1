import { setTimeout as sleep } from 'node:timers/promises'
import { defineRobot, serveRobot } from '#app/robot/index.js'

/**
 * An axis of functions as a program of its own: `served-axis.ts`, `served-axis.ts PATH` or `served-axis.ts PORT`. What
 * it observes is its own account: the commands that it began, and when it was last told to stand (CLOCK_MONOTONIC).
 */
let begun = 0
let halted = 0
let active = 0
let most = 0

const robot = defineRobot({
  name: 'axis',
  stopMs: 200,
  heartbeatMs: 1000,
  skills: {
    Move: {
      params: { ms: 'number' },
      timeoutMs: 20_000,
      run: async ({ ms }, { signal }) => {
        begun++
        most = Math.max(most, ++active)
        try {
          await sleep(ms, undefined, { signal })
        } finally {
          active--
        }
      },
    },
    Shout: { params: {}, timeoutMs: 1000, run: () => console.log('{"jsonrpc":"2.0","method":"nonsense"}') },
    Crash: {
      params: {},
      timeoutMs: 1000,
      run: async ({}, { signal }) => {
        setTimeout(() => {
          throw new Error('the encoder is gone')
        }, 20)
        await sleep(900, undefined, { signal })
      },
    },
  },
  facts: ['begun', 'halted', 'most'],
  observe: () => ({ facts: { begun, halted, most } }),
  stop: () => {
    if (active > 0) halted = Number(process.hrtime.bigint()) / 1e6
    process.stderr.write(`stop ${active}\n`)
  },
})

const where = process.argv[2]
const served = await (where === undefined
  ? serveRobot(robot)
  : serveRobot(robot, /^\d+$/.test(where) ? { host: '127.0.0.1', port: Number(where) } : { path: where }))
process.stderr.write(served.ok ? 'ready\n' : `${served.error.message}: ${served.error.got}\n`)
