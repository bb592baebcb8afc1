import { ok } from '../../../base/result.js'
import type { Params } from '../../../console/catalogue.js'
import type { Refusal } from '../../../console/host.js'
import type { Result } from '../../../base/result.js'
import type { ArmingDesk } from '../motion/arming.js'
import type { RunDesk } from '../motion/run-desk.js'
import type { Operations } from './operations.js'

type Commands = 'run' | 'arm' | 'confirm' | 'pause' | 'resume' | 'stop' | 'estop' | 'reset'

/** What sets the robot in motion, and what ends it. */
export const driveOperations = (parts: {
  readonly desk: RunDesk
  readonly arming: ArmingDesk
  readonly beginRun: (wish: Params<'run'>) => Promise<Result<{ readonly key: string }, Refusal>>
}): Operations<Commands> => {
  const { desk, arming, beginRun } = parts
  return {
    run: (wish) => beginRun(wish),
    arm: (_, { name }) => {
      const may = desk.mayArm()
      return may.ok ? arming.arm(name) : may
    },
    confirm: ({ token }, { name }) => {
      const may = desk.mayArm()
      return may.ok ? arming.confirm(name, token) : may
    },
    pause: (_, { name }) => said(desk.pause(name), 'it stands between two steps until `resume`'),
    resume: (_, { name }) => said(desk.resume(name), 'it goes on'),
    stop: (_, { name }) => {
      const { stopped } = desk.stop(name)
      return ok({ did: stopped === null ? 'nothing was under way; nothing moves' : `${stopped} is stopped` })
    },
    estop: (_, { name }) => {
      desk.estop(`by ${name}`)
      return ok({ did: 'latched until `reset`' })
    },
    reset: (_, { name }) => {
      const reset = desk.reset(name)
      return reset.ok
        ? ok({ did: `lifted the emergency stop ${reset.value.was}; nothing moves before arm and confirm` })
        : reset
    },
  }
}

const said = (result: Result<void, Refusal>, did: string): Result<{ readonly did: string }, Refusal> =>
  result.ok ? ok({ did }) : result
