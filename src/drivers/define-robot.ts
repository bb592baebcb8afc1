import type { Clock } from '#base/clock.js'
import type { PictureOffer } from './contract.js'
import { DriverSide } from './driver-side.js'
import {
  DefinedBody,
  type AnySkill,
  type MaybeLater,
  type Seen,
  type SkillControls,
  type SkillEnd,
} from './robot/defined-body.js'
import type { ParamTypes, ParamValues } from './robot/skill-params.js'
import type { BodyFault, Wanted } from './side/robot-body.js'

interface SkillDefinition<P extends ParamTypes> {
  readonly params: P
  /** it has ended within this time, ms */
  readonly timeoutMs: number
  /** returns when it has succeeded and the robot stands; throws, or returns `{ failed }`, when it has not succeeded */
  run(params: ParamValues<P>, controls: SkillControls): MaybeLater<SkillEnd>
}

export interface RobotDefinition<S extends Readonly<Record<string, ParamTypes>>> {
  readonly name: string
  /** stands within this time after `stop`, ms */
  readonly stopMs: number
  /** makes itself safe when it has heard nothing for this long, ms; at least 100 */
  readonly heartbeatMs: number
  readonly skills: { readonly [Name in keyof S]: SkillDefinition<S[Name]> }
  /** names of the facts that `observe` can report */
  readonly facts?: readonly string[]
  readonly pictures?: readonly PictureOffer[]
  observe(wanted: Wanted): MaybeLater<Seen>
  /** makes the robot stand; called after the running skill's signal was aborted, and whenever something is wrong */
  stop(): MaybeLater<void>
  /** why the robot must be SAFE now, such as a pressed emergency stop; asked on every tick */
  fault?(): BodyFault | undefined
}

/** A robot of this process before it is started; graft starts one driver of it a session or many. */
export interface DefinedRobot {
  readonly name: string
  /** stands within this time after `stop`, ms */
  readonly stopMs: number
  /** once its host has gone it may go on stopping for so long while it moves, ms; by default `stopMs` */
  readonly leaveMs?: number
  /** @param options.boot different at every start */
  start(options: { readonly clock: Clock; readonly boot: string }): DriverSide
}

/**
 * Makes a driver of functions. Parameters arrive checked, with the types of their declaration; ids, permits,
 * heartbeats, SAFE and time limits are taken care of. The functions may be asynchronous; what they do becomes visible
 * at a tick.
 *
 *     defineRobot({
 *       name: 'arm', stopMs: 200, heartbeatMs: 500,
 *       skills: { Pick: { params: { item: 'text', force: { min: 0, max: 40 } }, timeoutMs: 20_000,
 *                         run: ({ item, force }, { signal }) => arm.pick(item, force, signal) } },
 *       facts: ['holding'],
 *       observe: async () => ({ facts: { holding: await arm.held() } }),
 *       stop: () => arm.halt(),
 *     })
 */
export function defineRobot<const S extends Readonly<Record<string, ParamTypes>>>(
  robot: RobotDefinition<S>,
): DefinedRobot {
  const { name, stopMs, heartbeatMs, facts = [], pictures = [] } = robot
  // safe: `DriverSide` checks the names of the parameters and `DefinedBody` their values before `run` is called
  const skills = robot.skills as unknown as Readonly<Record<string, AnySkill>>
  const offer = {
    robot: name,
    skills: Object.entries(skills).map(([skill, { params, timeoutMs }]) => ({
      name: skill,
      params: Object.keys(params),
      timeoutMs,
    })),
    facts,
    pictures,
    stopMs,
    heartbeatMs,
  }
  return {
    name,
    stopMs,
    start: ({ clock, boot }) =>
      new DriverSide({
        clock,
        offer: { ...offer, boot },
        body: new DefinedBody({
          skills,
          observe: (wanted) => robot.observe(wanted),
          stop: () => robot.stop(),
          ...(robot.fault && { fault: () => robot.fault?.() }),
        }),
      }),
  }
}
