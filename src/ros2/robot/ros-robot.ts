import type { Clock } from '#base/clock.js'
import { ok, type Result } from '#base/result.js'
import type { Execute, Observation } from '#drivers/contract.js'
import { objectionToParams } from '#drivers/robot/skill-params.js'
import type { BodyFault, BodyOutcome, RobotBody, Wanted } from '#drivers/side/robot-body.js'
import type { BridgeLink, BridgeListener } from '../bridge/bridge-link.js'
import { fieldAt } from '../bridge/json-object.js'
import { textOf, type BridgeMessage } from '../bridge/protocol.js'
import type { Mapping } from '../mapping/mapping.js'
import { EstopWatch } from './estop-watch.js'
import { FoldedNotes } from './folded-notes.js'
import { OpenRequests, type OpenRequest } from './open-requests.js'
import { argsOf, doubtOf, objectionToArgs, outcomeOf, requestOf } from './request.js'
import { StandingWatch } from './standing-watch.js'
import { advertiseStop, sendStop, StopRepeats } from './stop-repeats.js'
import { Subscriptions } from './subscriptions.js'
import { TopicReadings } from './topic-readings.js'

export interface RosRobotParts {
  readonly mapping: Mapping
  readonly link: BridgeLink
  readonly clock: Clock
  /** different at every start: goals of an earlier one have other ids */
  readonly boot: string
  /** told what people may want to know: it goes to the log */
  readonly onNote?: (text: string) => void
}

/**
 * A robot behind ROS 2, as `DriverSide` drives it: one goal or call at a time, sent only by `begin`. Sans I/O: what
 * arrives on the link changes what the next question of the side finds. It counts as moving from `begin` until the
 * answer has come, after a stop until the end of what ran has been seen, and whenever odometry shows that it moves.
 */
export class RosRobot implements RobotBody, BridgeListener {
  readonly #mapping: Mapping
  readonly #link: BridgeLink
  readonly #clock: Clock
  readonly #boot: string
  readonly #note: (text: string) => void
  readonly #folded: FoldedNotes
  readonly #subscriptions: Subscriptions
  readonly #readings: TopicReadings
  readonly #standing: StandingWatch | undefined
  readonly #estop: EstopWatch | undefined
  readonly #open = new OpenRequests()
  readonly #repeats: StopRepeats
  #run: { readonly request: OpenRequest; readonly progress: (fraction: number) => void } | undefined
  #outcome: BodyOutcome | undefined
  #sent = 0
  /** what each service of a stop last failed with: a stop is said many times, and this once */
  readonly #stopTroubles = new Map<string, string>()

  constructor({ mapping, link, clock, boot, onNote = () => undefined }: RosRobotParts) {
    this.#mapping = mapping
    this.#link = link
    this.#clock = clock
    this.#boot = boot
    this.#note = onNote
    this.#folded = new FoldedNotes(clock, onNote)
    this.#subscriptions = new Subscriptions(mapping, link, clock)
    this.#readings = new TopicReadings(mapping.facts, mapping.places, clock)
    this.#standing = mapping.standing && new StandingWatch(mapping.standing, clock)
    this.#estop = mapping.estop && new EstopWatch(mapping.estop, clock)
    this.#repeats = new StopRepeats(clock, mapping.stopMs)
    link.listen(this)
  }

  get moving(): boolean {
    this.#folded.advance()
    this.#subscriptions.renew()
    this.#settle()
    return this.#run !== undefined || this.#open.size > 0 || this.#standing?.moves === true
  }

  get fault(): BodyFault | undefined {
    // how the command ended is told first: SAFE would make a plain stop of it
    if (this.#outcome !== undefined) return undefined
    if (!this.#link.connected)
      return {
        why: 'fault',
        isUnreachable: true,
        text: `no connection to the ROS bridge at ${this.#mapping.url}: ${this.#link.why}`,
      }
    return this.#estop?.fault
  }

  objectionTo(command: Execute): string | undefined {
    const skill = this.#mapping.skills.get(command.skill)
    if (skill === undefined) return `no skill ${command.skill}`
    return (
      objectionToParams(skill.params, command.params) ??
      objectionToArgs(skill, argsOf(skill, command, this.#mapping.places))
    )
  }

  begin(command: Execute, progress: (fraction: number) => void): void {
    const skill = this.#mapping.skills.get(command.skill)
    if (skill === undefined || this.#run !== undefined) return
    this.#outcome = undefined
    const id = `graft:${this.#boot}:${++this.#sent}`
    const op = requestOf(skill, id, argsOf(skill, command, this.#mapping.places))
    if (!this.#link.send(op)) {
      this.#outcome = { status: 'failed', reason: `nothing was sent: ${this.#link.why}` }
      return
    }
    const isSeen = this.#mapping.standing?.skills.includes(command.skill) === true
    this.#run = { request: { id, skill, isSeen, largest: 0, isAccepted: false }, progress }
    this.#repeats.end()
  }

  outcome(): BodyOutcome | undefined {
    const outcome = this.#outcome
    this.#outcome = undefined
    return outcome
  }

  halt(): void {
    this.#outcome = undefined
    this.#drop()
    this.#stop()
  }

  observe(wanted: Wanted, answer: (answer: Result<Observation, string>) => void): void {
    // nobody would notice a change now: what is not reported is unknown
    answer(ok({ facts: this.#link.connected ? this.#readings.fresh(wanted.facts) : [] }))
  }

  /** Topics from which nothing was heard that may be believed, with the facts that they should tell. */
  silent(): ReturnType<TopicReadings['silent']> {
    return this.#readings.silent()
  }

  opened(): void {
    this.#subscriptions.begin()
    advertiseStop(this.#link, this.#mapping)
    // an earlier connection, or an earlier driver, may have left something that moves
    this.#stop()
  }

  closed(why: string): void {
    this.#folded.advance(0)
    this.#note(`the connection to the ROS bridge was lost: ${why}`)
    this.#open.disconnected()
    this.#readings.forget()
    this.#estop?.forget()
    if (this.#run === undefined) return
    this.#fail(`the connection to the ROS bridge was lost (${why}): nobody knows what the robot does`)
  }

  received(message: BridgeMessage): void {
    switch (message.kind) {
      case 'topic':
        return this.#onTopic(message)
      case 'feedback':
        return this.#onFeedback(message)
      case 'result':
      case 'response':
        return this.#onAnswer(message)
      case 'status':
        return this.#onStatus(message)
      case 'malformed':
        if (this.#run !== undefined && message.id === this.#run.request.id)
          this.#fail(`the ROS bridge answered with ${message.why}: it was cancelled`)
        return this.#folded.say(`from the ROS bridge: ${message.why}`)
      case 'other':
    }
  }

  #onTopic({ topic, message }: Extract<BridgeMessage, { kind: 'topic' }>): void {
    this.#subscriptions.heard(topic)
    this.#readings.receive(topic, message)
    if (topic === this.#mapping.standing?.topic) this.#standing?.receive(message)
    if (topic === this.#mapping.estop?.topic) this.#estop?.receive(message)
  }

  #onFeedback({ id, values }: Extract<BridgeMessage, { kind: 'feedback' }>): void {
    const run = this.#run
    // only now does the bridge take a cancel of it
    if (this.#open.accepted(id)) this.#stop()
    if (run?.request.id !== id || run.request.skill.kind !== 'action') return
    run.request.isAccepted = true
    const { progress } = run.request.skill
    const value = progress && fieldAt(values, progress.path)
    if (progress === undefined || typeof value !== 'number' || !Number.isFinite(value)) return
    if (!progress.remaining) return run.progress(value)
    run.request.largest = Math.max(run.request.largest, value)
    if (run.request.largest > 0) run.progress(1 - value / run.request.largest)
  }

  #onAnswer(answer: Extract<BridgeMessage, { kind: 'result' | 'response' }>): void {
    const isCurrent = answer.id === this.#run?.request.id
    const request = isCurrent ? this.#run?.request : this.#open.get(answer.id)
    // of an earlier goal, of another client, or to a call of a stop
    if (request === undefined) return this.#onStrange(answer)
    const { skill } = request
    const asked = skill.kind === 'action' ? skill.action : skill.service
    const said = answer.kind === 'result' ? answer.action : answer.service
    if (asked !== said || (skill.kind === 'action') !== (answer.kind === 'result'))
      return this.#note(`an answer of ${said.slice(0, 80)} has the id of a request to ${asked}: ignored`)
    const doubt = answer.kind === 'response' ? doubtOf(answer) : undefined
    // whoever did not wait for its end has not seen it
    if (doubt !== undefined)
      return isCurrent ? this.#fail(`${asked}: ${doubt}`) : this.#note(`${asked}: ${doubt}`)
    if (isCurrent) {
      this.#run = undefined
      this.#outcome = outcomeOf(skill, answer)
    } else this.#open.settle(answer.id)
  }

  /** An answer to nothing that runs: it settles what may have been accepted late, and a stop's trouble is told. */
  #onStrange(answer: Extract<BridgeMessage, { kind: 'result' | 'response' }>): void {
    this.#open.settle(answer.id)
    if (answer.kind === 'result' || answer.accepted || !answer.id.startsWith(`graft:${this.#boot}:stop:`))
      return
    const { service, values } = answer
    // what names a service that no stop calls is not kept: a bridge could name a new one in every frame
    if (!this.#mapping.stop.call.some((call) => call.service === service)) return
    const trouble = `${service}, which a stop calls: ${textOf(values)}`
    if (trouble !== this.#stopTroubles.get(service)) this.#note(trouble)
    this.#stopTroubles.set(service, trouble)
  }

  #onStatus({ level, id, text }: Extract<BridgeMessage, { kind: 'status' }>): void {
    if (level !== 'error' && level !== 'warning') return
    this.#folded.say(`${level} of the ROS bridge: ${text}`)
    if (level !== 'error' || id === undefined || id !== this.#run?.request.id) return
    // most likely nothing has reached ROS; to be sure it is cancelled, and counts as moving until it is seen to stand
    this.#fail(`the ROS bridge refuses it: ${text}`)
  }

  /** It ends as failed; whether what it began has ended as well must be seen. */
  #fail(reason: string): void {
    this.#drop()
    this.#outcome = { status: 'failed', reason: reason.slice(0, 500) }
    this.#stop()
  }

  #drop(): void {
    if (this.#run !== undefined) this.#open.add(this.#run.request)
    this.#run = undefined
  }

  /** Stops whatever was begun, and goes on saying so until that is seen. */
  #stop(): void {
    this.#repeats.begin()
    this.#sayStop()
  }

  /** @param toAll what ends the motions of others too: a velocity of 0, and what `stop.call` names */
  #sayStop(toAll = true): void {
    if (!this.#link.connected) return
    for (const { id, action } of this.#open.toCancel(this.#clock.now()))
      this.#link.send({ op: 'cancel_action_goal', id, action })
    if (toAll) sendStop(this.#link, this.#mapping, (n) => `graft:${this.#boot}:stop:${++this.#sent}:${n}`)
  }

  #settle(): void {
    const hasStoodSince = (since: number): boolean => this.#standing?.hasStoodSince(since) === true
    const [now, { stopMs }] = [this.#clock.now(), this.#mapping]
    this.#open.settleByStanding(hasStoodSince, { now, stopMs })
    const isSeenMoving = this.#standing?.moves === true
    if (this.#run !== undefined || !this.#repeats.isDue(hasStoodSince, this.#open.size > 0 || isSeenMoving))
      return
    // a doubt may last for hours, in which others move the robot
    this.#sayStop(!this.#repeats.isOver || isSeenMoving)
  }
}
