import { randomInt } from 'node:crypto'
import { stream } from '../../base/random.js'
import { err, ok, type Result } from '../../base/result.js'
import type { WireTap } from '../../link/tapped-stream.js'
import type { BringUpFailure } from '../../runtime/bring-up.js'
import type { Embodiment } from '../../runtime/embodiment.js'
import { openSerialBody } from './serial-body.js'
import { namedOperator, terminalOperator, VIRTUAL_OPERATOR, type Operator } from './operator.js'
import { createVirtualBody, nonZeroWord, type VirtualBodyOptions } from './virtual-body.js'

/** Where the robot of each episode comes from, and who answers for it. */
export interface BodySource {
  readonly operator: Operator
  /** its robots live in virtual time */
  readonly virtual: boolean
  /** @param tap hears the wire of this robot */
  next(episode: number, tap?: WireTap): Promise<Result<ReadyBody, BringUpFailure>>
}

export interface ReadyBody {
  readonly body: Embodiment
  /** of the link session, 1…2³²−1 */
  readonly sessionId: number
  readonly armedBy: string
}

/** A fresh virtual robot for each episode; everything follows from the seed. */
export const virtualBodies = (options: Omit<VirtualBodyOptions, 'episode' | 'tap'>): BodySource => ({
  operator: VIRTUAL_OPERATOR,
  virtual: true,
  next: async (episode, tap) => {
    const sessions = stream(options.seed, options.setup.map.id, episode, 'session')
    const armedBy = (await VIRTUAL_OPERATOR.arm(episode)) ?? ''
    return ok({
      body: createVirtualBody({ ...options, episode, ...(tap && { tap }) }),
      sessionId: nonZeroWord(sessions.next()),
      armedBy,
    })
  },
})

/** The controller on a serial device, opened anew for each episode so that nothing stale waits in the port. */
export function serialBodies(
  device: string,
  map: VirtualBodyOptions['setup']['map'],
  armedBy?: string,
): BodySource {
  const operator = armedBy === undefined ? terminalOperator() : namedOperator(armedBy)
  return {
    operator,
    virtual: false,
    next: async (episode, tap) => {
      const name = await operator.arm(episode)
      if (name === null) {
        const text =
          'nobody armed the robot: run at a terminal and answer, or vouch for it with --armed-by NAME'
        return err({ kind: 'not-armed', text })
      }
      const body = await openSerialBody(device, map, tap)
      if (!body.ok) return err({ kind: 'no-answer', text: `${body.error.message}${hint(body.error.hint)}` })
      return ok({ body: body.value, sessionId: randomInt(1, 2 ** 32), armedBy: name })
    },
  }
}

const hint = (text: string | undefined): string => (text === undefined ? '' : `; ${text}`)
