import { setTimeout as sleep } from 'node:timers/promises'
import { err, ok, type Result } from '#base/result.js'
import type { Params } from '#console/catalogue.js'
import type { Refusal } from '#console/host.js'
import type { ArmingService } from '../motion/arming.js'
import type { RunManager } from '../motion/run-manager.js'
import type { Operations } from './operations.js'
import type { TeleopManager } from '../jobs/teleop-manager.js'
import type { Log } from '#adapters/systemd/log.js'
import type { FaultInjector } from '../motion/fault-injector.js'

type Commands = 'run' | 'arm' | 'confirm' | 'pause' | 'resume' | 'stop' | 'estop' | 'reset'

/** Operations that set the robot in motion, and that stop it. */
export const driveOperations = (
  manager: RunManager,
  arming: ArmingService,
  beginRun: (request: Params<'run'>) => Promise<Result<{ readonly key: string }, Refusal>>,
): Operations<Commands> => ({
  run: (request) => beginRun(request),
  arm: async (_, { name }) => {
    await asked(manager, arming)
    const may = manager.mayArm()
    if (!may.ok) return may
    const { preparing } = manager
    return arming.waitingFor === null && preparing !== undefined ? notYet(preparing) : arming.arm(name)
  },
  confirm: ({ token }, { name }) => {
    const may = manager.mayArm()
    return may.ok ? arming.confirm(name, token) : may
  },
  pause: (_, { name }) =>
    answer(manager.pause(name), 'it finishes its current step, then waits for `resume`'),
  resume: (_, { name }) => answer(manager.resume(name), 'it continues'),
  stop: (_, { name }) => {
    const { stopped } = manager.stop(name)
    if (stopped !== null)
      return ok({
        did: `${stopped} is stopping: the robot is told to stand; \`status\` says when the run is over`,
      })
    return ok({
      did: manager.inDoubt
        ? `nothing was under way; ${OUT_OF_REACH}`
        : 'nothing was under way; nothing moves',
    })
  },
  estop: (_, { name }) => {
    manager.estop(`by ${name}`)
    return ok({ did: manager.inDoubt ? `latched until \`reset\`; ${OUT_OF_REACH}` : 'latched until `reset`' })
  },
  reset: (_, { name }) => {
    const reset = manager.reset(name)
    return reset.ok
      ? ok({
          did: `the emergency stop (latched ${reset.value.was}) is reset; nothing moves until arm and confirm`,
        })
      : reset
  },
})

const OUT_OF_REACH =
  'nobody knows whether the robot stands, and nothing reaches it from here: ' +
  'look at it, and use its own emergency stop if it moves'

/** `run` has answered before its first tree is checked and its robot is there: whoever arms next need not try again. */
async function asked(manager: RunManager, arming: ArmingService): Promise<void> {
  for (let waited = 0; waited < PREPARING_MS; waited += POLL_MS) {
    if (arming.waitingFor !== null || manager.preparing === undefined || !manager.mayArm().ok) return
    await sleep(POLL_MS)
  }
}

/** shorter than the 5 s for which a client waits for an answer */
const PREPARING_MS = 4000
const POLL_MS = 50

const notYet = (preparing: string): Result<never, Refusal> =>
  err({
    code: 'arm.not-yet',
    message: `${preparing} is still being prepared`,
    hint: 'send `arm` again in a few seconds; nothing moves before that',
  })

const answer = (result: Result<void, Refusal>, did: string): Result<{ readonly did: string }, Refusal> =>
  result.ok ? ok({ did }) : result

type TeleopCommands = 'teleop.begin' | 'teleop.drive' | 'teleop.step' | 'teleop.alive' | 'teleop.end'

/** Manual driving. */
export const teleopOperations = (manager: TeleopManager): Operations<TeleopCommands> => ({
  'teleop.begin': (_, who) => manager.begin(who),
  'teleop.drive': ({ session, ...setpoint }, who) => manager.drive(session, setpoint, who),
  'teleop.step': ({ session, skill, params }, who) => manager.step(session, { skill, params }, who),
  'teleop.alive': ({ session }, who) => manager.alive(session, who),
  'teleop.end': ({ session }, who) => manager.end(session, who),
})

/** What maintainers can change while the service runs. */
export const maintainOperations = (
  log: Log,
  faults: FaultInjector,
): Operations<'log.level' | 'fault.inject'> => ({
  'log.level': ({ level }) => {
    log.setLevel(level)
    return ok({ level })
  },
  'fault.inject': ({ fault }) => faults.inject(fault),
})
