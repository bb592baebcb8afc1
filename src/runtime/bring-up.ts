import { err, ok, type Result } from '../base/result.js'
import type { LinkSession } from '../link/link-session.js'
import type { Robot } from '../robot/robot.js'
import type { ModeMachine } from './modes.js'
import { REFLEX_PERIOD } from './embodiment.js'
import type { Reflex } from './reflex.js'

export type BringUpFailure =
  | { readonly kind: 'no-answer'; readonly text: string }
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'not-armed'; readonly text: string }

/** A controller that answers does so within milliseconds; this also covers a slow USB bridge. */
const PATIENCE_MS = 3000

/** From a fresh link to RUNNING: connect, arm, confirm (law 7). Nothing has moved when it returns, well or not. */
export async function bringUp(
  reflex: Reflex,
  session: LinkSession,
  robot: Robot,
  modes: ModeMachine,
  by: string,
): Promise<Result<void, BringUpFailure>> {
  const connected = await until(reflex, () => session.status !== 'connecting')
  if (session.status === 'refused') {
    return err({
      kind: 'refused',
      text: 'the controller speaks another protocol version: flash the firmware of this release',
    })
  }
  if (!connected || session.status !== 'up') {
    return err({
      kind: 'no-answer',
      text: 'the controller does not answer: is it powered, is this the right device?',
    })
  }
  modes.request('arm', by)
  robot.arm()
  await until(reflex, () => robot.armState().kind !== 'arming')
  const armed = robot.armState()
  if (armed.kind !== 'armed') {
    modes.request('stop', by)
    return err({
      kind: 'not-armed',
      text: armed.kind === 'failed' ? armed.text : 'the controller did not finish arming',
    })
  }
  modes.request('confirm', by)
  return ok(undefined)
}

async function until(reflex: Reflex, done: () => boolean): Promise<boolean> {
  for (let waited = 0; waited < PATIENCE_MS; waited += REFLEX_PERIOD) {
    if (done()) return true
    const turn = await reflex.turn()
    if (turn.kind === 'link-lost') return false
  }
  return done()
}
