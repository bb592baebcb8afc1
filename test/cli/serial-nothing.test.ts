import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { EXIT } from '#app/command-line/exit-code.js'
import type { RunOptions } from '#app/command-line/options.js'
import { serialRobots } from '#app/connections/robot-provider.js'
import { executeRun } from '#cli/run/execute.js'
import { benchmarkField } from '../simulation/support/field.js'

const RUN = {
  ...{ episodes: 1, seed: 1, actor: 'rules', faults: 'nominal', blockInfo: false, strictAlg1: false },
  ...{ field: 'F1', out: join(tmpdir(), 'graft-serial-nothing'), wire: false, json: false },
} as const satisfies RunOptions

it('names a list of devices as alternatives, and says that none is there before the models are loaded', async () => {
  let said = ''
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => (said += String(text)) !== '')
  const serial = '/dev/no-such-a,/dev/no-such-b'
  const options = { ...RUN, serial, criticModel: 'no-such-model' }
  const code = await executeRun(options, new AbortController().signal)
  write.mockRestore()
  expect([code, said]).toEqual([
    EXIT.linkLost,
    expect.stringContaining('no serial device /dev/no-such-a or /dev/no-such-b;'),
  ])
})

it('nobody is asked to arm a robot on a device that is not there', async () => {
  const connections = serialRobots({ devices: '/dev/no-such-device', map: benchmarkField().map })
  const asked: number[] = []
  const watched = {
    ...connections.operator,
    arm: (episode: number) => Promise.resolve(String(asked.push(episode))),
  }
  Object.assign(connections.operator, watched)
  const next = await connections.next(1, { onWire: undefined, onProgress: () => undefined })
  expect(next).toMatchObject({
    ok: false,
    error: { kind: 'no-answer', text: expect.stringContaining('there is no serial device') as string },
  })
  expect(asked).toEqual([])
})
