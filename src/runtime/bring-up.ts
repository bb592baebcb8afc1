import { err, ok, type Result } from '#base/result.js'
import type { Robot, RobotLine } from '#robots/robot.js'
import type { ModeMachine } from './modes.js'
import { REFLEX_PERIOD } from './robot-connection.js'
import type { Reflex } from './reflex.js'

export interface BringUpFailure {
  /**
   * `stopped`: an operator's STOP came before the robot was armed; `not-at-start`: the scene is not as the task begins
   */
  readonly kind: 'no-answer' | 'refused' | 'not-armed' | 'stopped' | 'not-at-start'
  readonly text: string
  /** what to do */
  readonly hint?: string
}

/** A controller that answers does so within milliseconds; this also covers a slow USB bridge. */
const TIMEOUT_MS = 3000
/** more than any sensor takes: the robot itself says when it has waited long enough */
const SENSORS_MS = 600_000

/**
 * Takes a fresh link to ARMED: connect, then arm (law 7). Nothing has moved when it returns, whether it succeeds or
 * fails. Only the confirmation leads to RUNNING; the episode requests it once the critic has seen the field.
 */
export async function bringUp(
  reflex: Reflex,
  parts: {
    readonly line: RobotLine
    readonly robot: Pick<Robot, 'condition' | 'arm' | 'armState' | 'startDiffers'>
    readonly modes: ModeMachine
    readonly armedBy: string
    readonly control: { stopRequested(): boolean; estopRequested?(): boolean }
  },
): Promise<Result<void, BringUpFailure>> {
  const { line, robot, modes, armedBy: by, control } = parts
  const until = (done: () => boolean, timeoutMs?: number): Promise<boolean> =>
    wait(reflex, () => control.stopRequested(), done, timeoutMs)
  const standDown = (failure: BringUpFailure): Result<void, BringUpFailure> => {
    modes.request('stop', by)
    return err(failure)
  }
  const stopped = { kind: 'stopped', text: 'stopped by the operator before the robot was armed' } as const
  await until(() => line.status !== 'connecting' && line.status !== 'degraded', line.connectMs)
  if (control.stopRequested()) return standDown(stopped)
  if (line.status === 'refused')
    return standDown({ kind: 'refused', text: line.refusal ?? 'the robot was refused' })
  if (line.status !== 'up') return standDown({ kind: 'no-answer', text: line.silence ?? SILENT })
  // the last session may have left it driving; Hello has stopped it, and its pose is set once it is at rest
  await until(() => !robot.condition().moving, Math.max(TIMEOUT_MS, line.standsMs ?? 0))
  if (control.stopRequested()) return standDown(stopped)
  if (robot.condition().moving) return standDown({ kind: 'not-armed', text: RESTLESS })
  modes.request('arm', by)
  robot.arm()
  await until(() => robot.armState().kind !== 'arming')
  if (control.stopRequested()) return standDown(stopped)
  const armed = robot.armState()
  if (armed.kind !== 'armed') {
    const text = armed.kind === 'failed' ? armed.text : 'the controller did not finish arming'
    return standDown({ kind: 'not-armed', text })
  }
  const isUnsafe = (): boolean => robot.condition().estop || control.estopRequested?.() === true
  await until(() => isUnsafe() || differencesOf(robot) !== undefined, SENSORS_MS)
  if (control.stopRequested()) return standDown(stopped)
  if (isUnsafe()) return standDown({ kind: 'not-armed', text: `${UNSAFE}${robot.condition().estopCause}` })
  const differences = differencesOf(robot)
  if (isLost(line) || differences === undefined)
    return standDown({ kind: 'no-answer', text: line.silence ?? SILENT })
  return differences.length === 0 ? ok(undefined) : standDown(notAtStart(differences))
}

const SILENT = 'the controller does not answer: is it powered, is this the right device?'
const isLost = ({ status }: RobotLine): boolean => status === 'lost'

const UNSAFE = 'it became SAFE before the episode began: '
const RESTLESS = 'it still moves although nothing was commanded: it is not armed'

const differencesOf = (robot: Pick<Robot, 'startDiffers'>): readonly string[] | undefined =>
  robot.startDiffers === undefined ? [] : robot.startDiffers()

async function wait(
  reflex: Reflex,
  stopped: () => boolean,
  done: () => boolean,
  timeoutMs = TIMEOUT_MS,
): Promise<boolean> {
  for (let waited = 0; waited < timeoutMs; waited += REFLEX_PERIOD) {
    if (done()) return true
    if (stopped()) return false
    const turn = await reflex.turn()
    if (turn.kind === 'link-lost') return false
  }
  return done()
}

const notAtStart = (differences: readonly string[]): BringUpFailure => ({
  kind: 'not-at-start',
  text: `the scene is not where the task begins: ${differences.join('; ')}`,
  hint:
    'put the robot and its things back where the task begins; what may begin as anything is `unknown` in the start ' +
    'of the world or the task',
})
