import { refusalOf } from '../refusal.js'
import type { Params } from '#console/catalogue.js'
import type { Results } from '#console/results.js'
import { StepSession } from '#runtime/teleop/step-session.js'
import type { Stepwise } from '../world/site-world.js'
import { driveSteps, offerOf } from './drive-steps.js'
import { closeSession, controlOf, picturesOf, SAMPLE_MS, showDriving, shownModes } from './manual-driving.js'
import { runTeleop } from '#runtime/teleop/run-teleop.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { type FieldRobot, createRobot } from '#robots/field/field-robot.js'
import { SerialLine } from '#robots/field/serial-line.js'
import type { FieldMap } from '#base/field-map.js'
import type { Clock } from '#base/clock.js'
import { randomBytes } from 'node:crypto'
import { err, ok, type Result } from '#base/result.js'
import type { Refusal, Who } from '#console/host.js'
import type { Camera } from '#learning/ports.js'
import { LinkSession } from '#link/link-session.js'
import type { FaceReader } from '#robots/field/skills/host.js'
import { closedLink, linkReport, LinkWatch } from '#runtime/link/link-watch.js'
import { TeleopSession, type Setpoint } from '#runtime/teleop/teleop.js'
import { fieldsOf } from '#config/service/site-config.js'
import { beliefsOf } from '#runtime/field/beliefs.js'
import type { Parts } from '../parts.js'
import type { JobControl } from '../motion/run-manager.js'
import { openConnection } from '../motion/service-robots.js'

interface Driver {
  readonly session: string
  readonly client: string
  /** from the confirmation on: setpoints of a base, or steps of the robot of a world */
  teleop: TeleopSession | StepSession | undefined
}

/** Lets one operator at a time drive manually, from one connection; an operator who falls silent loses control. */
export class TeleopManager {
  readonly #parts: Parts
  #driver: Driver | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Waits for arm and confirm, like everything that moves. */
  begin(who: Who): Result<Results['teleop.begin'], Refusal> {
    const { config, manager, world } = this.#parts
    const { enabled, windowMs, speed } = config.teleop
    if (!enabled)
      return err({
        code: 'teleop.off',
        message: 'the configuration does not allow teleoperation',
        hint: 'set teleop.enabled to true',
      })
    const driver: Driver = { session: randomBytes(8).toString('hex'), client: who.client, teleop: undefined }
    const begun = manager.begin({
      name: `teleoperation by ${who.name}`,
      execute: (control) => this.#teleoperate(driver, who, control),
    })
    if (!begun.ok) return begun
    this.#driver = driver
    const { stepwise } = world.usualTask
    return ok({ session: driver.session, windowMs, speed, ...(stepwise && offerOf(stepwise.world)) })
  }

  drive(session: string, setpoint: Setpoint, who: Who): Result<{ readonly refused?: string }, Refusal> {
    const driver = this.#driverOf(session, who)
    if (!driver.ok) return driver
    const { teleop } = driver.value
    if (this.#parts.world.usualTask.stepwise !== undefined)
      return err({ ...NO_SETPOINTS, hint: 'send `teleop.step`: a skill with its parameters' })
    if (!(teleop instanceof TeleopSession)) return ok({ refused: NOT_CONFIRMED })
    const refused = teleop.drive(limitSpeed(setpoint, this.#parts.config.teleop.speed))
    return ok(refused === undefined ? {} : { refused })
  }

  /** Asks for one step of the robot of a world. @returns once the twin has permitted or refused it */
  async step(
    session: string,
    { skill, params }: { readonly skill: string; readonly params: Params<'teleop.step'>['params'] },
    who: Who,
  ): Promise<Result<Results['teleop.step'], Refusal>> {
    const driver = this.#driverOf(session, who)
    if (!driver.ok) return driver
    const { teleop } = driver.value
    if (this.#parts.world.usualTask.stepwise === undefined)
      return err({ ...NO_STEPS, hint: 'send `teleop.drive`: a setpoint' })
    if (!(teleop instanceof StepSession)) return ok({ refused: NOT_CONFIRMED })
    const args = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]))
    const asked = teleop.ask({ skill, args })
    return ok(asked.ok ? await asked.value : { refused: asked.error })
  }

  alive(session: string, who: Who): Result<Results['teleop.alive'], Refusal> {
    const driver = this.#driverOf(session, who)
    if (!driver.ok) return driver
    const { teleop } = driver.value
    if (!(teleop instanceof StepSession)) return ok({ newest: null })
    teleop.alive()
    return ok({ newest: teleop.standing ?? null })
  }

  end(session: string, who: Who): Result<{ readonly did: string }, Refusal> {
    const driver = this.#driverOf(session, who)
    if (!driver.ok) return driver
    driver.value.teleop?.end('ended')
    if (driver.value.teleop === undefined) this.#parts.manager.stop(who.name)
    return ok({ did: 'the robot is stopped' })
  }

  /** A connection is gone: its session ends at once, not at the end of its window. */
  disconnected(client: string): void {
    if (this.#driver?.client !== client) return
    this.#driver.teleop?.end('silent')
    if (this.#driver.teleop === undefined) this.#parts.manager.stop('the loss of the operator')
  }

  #driverOf(session: string, { client }: Who): Result<Driver, Refusal> {
    const driver = this.#driver
    if (driver === undefined || driver.session !== session) return err(OVER)
    if (driver.client !== client)
      return err({ code: 'teleop.other', message: 'another connection is driving' })
    return ok(driver)
  }

  async #teleoperate(driver: Driver, who: Who, control: JobControl): Promise<string> {
    const { arming, healthReporter, statusPublisher } = this.#parts
    try {
      const { stepwise } = this.#parts.world.usualTask
      const armedBy = await arming.ask(armingPrompt(who, stepwise), control.signal)
      if (armedBy === null) return 'nobody armed the robot'
      if (stepwise === undefined) return await this.#drive(driver, armedBy, control)
      const ready = (teleop: StepSession): void => void (driver.teleop = teleop)
      return await driveSteps(this.#parts, { session: driver.session, armedBy, stepwise, ready }, control)
    } finally {
      this.#driver = undefined
      healthReporter.off('reflex')
      healthReporter.off('link')
      const link = closedLink(statusPublisher.status().link)
      statusPublisher.set({ mode: 'SAFE', armedBy: null, link })
    }
  }

  async #drive(driver: Driver, armedBy: string, control: JobControl): Promise<string> {
    const { config, statusPublisher, timing, inProgress } = this.#parts
    const fields = await fieldsOf(config)
    const setup = inProgress.left?.setup ?? (fields.ok ? fields.value[0] : undefined)
    if (setup === undefined) return fields.ok ? 'there is no field' : refusalOf(fields.error).message
    const opened = await this.#connect(setup, control.signal)
    if (!opened.ok) return opened.error.text
    const { body, sessionId } = opened.value
    const session = new LinkSession({ clock: body.clock, sessionId })
    const link = new LinkWatch(session, body.clock, ({ level, text }) =>
      statusPublisher.publish({ kind: 'link', level, text }),
    )
    const { map } = setup
    inProgress.field = map
    const robot = createRobot({ map, session, clock: body.clock, faceReader: NO_FACE_READER })
    const teleop = new TeleopSession({
      id: driver.session,
      by: armedBy,
      windowMs: config.teleop.windowMs,
      clock: body.clock,
    })
    driver.teleop = teleop
    showDriving(this.#parts, armedBy, 'manually')
    const turn = this.#viewOf({ robot, session, link, map, clock: body.clock, camera: body.camera })
    try {
      const end = await runTeleop(
        {
          map,
          body,
          session,
          line: new SerialLine(session, body),
          link,
          timing,
          robot,
          modes: shownModes(this.#parts),
          control: controlOf(armedBy, control, turn),
        },
        teleop,
      )
      return closeSession(this.#parts, end, end.kind === 'over' ? `${end.sent} setpoints` : '')
    } finally {
      link.settle()
      body.close()
    }
  }

  /** Connects in real time: a person drives, where the robot and its scene were left. */
  #connect(setup: FieldSetup, signal: AbortSignal): ReturnType<typeof openConnection> {
    const { config, statusPublisher, healthReporter, inProgress, wasm } = this.#parts
    return openConnection(
      {
        ...config.robot,
        pace: 'real',
        setup,
        wasm,
        seed: config.run.seed,
        signal,
        left: inProgress.left,
        onOpened: (left) => (inProgress.left = left),
        onTurn: () => healthReporter.beat('reflex'),
        onIdle: () => healthReporter.off('reflex'),
        onDevice: (device) => statusPublisher.set({ robot: { ...statusPublisher.status().robot, device } }),
      },
      1,
      { onWire: undefined, onProgress: () => undefined },
    )
  }

  #viewOf(driven: Driven): () => void {
    const { healthReporter, now } = this.#parts
    const takePicture = picturesOf(this.#parts, driven.camera)
    let sampledAt = -Infinity
    return () => {
      takePicture()
      healthReporter.beat('link', driven.session.status)
      if (now() - sampledAt < SAMPLE_MS) return
      sampledAt = now()
      this.#show(driven)
    }
  }

  #show({ robot, session, link, map, clock }: Driven): void {
    const { statusPublisher } = this.#parts
    const { x, y, theta } = robot.state().robot.pose
    const { device } = statusPublisher.status().robot
    statusPublisher.set({ facts: beliefsOf(robot.state(), map), link: linkReport(session, link, device) })
    if (!Number.isFinite(x + y + theta)) return
    statusPublisher.publish({ kind: 'pose', episode: 0, t: clock.now(), x, y, theta })
  }
}

interface Driven {
  readonly robot: FieldRobot
  readonly session: LinkSession
  readonly link: LinkWatch
  readonly map: FieldMap
  readonly clock: Clock
  readonly camera: Pick<Camera, 'capture'>
}

const OVER = {
  code: 'teleop.over',
  message:
    'this session is over: it was ended, or nothing was heard of its driver for too long, and the robot was stopped',
  hint: 'look at the robot, then begin another one: `teleop`, in the protocol `teleop.begin`',
}
const NOT_CONFIRMED = 'nobody has armed and confirmed yet'
const NO_SETPOINTS = { code: 'teleop.steps', message: 'this robot takes steps, not setpoints' }
const NO_STEPS = { code: 'teleop.setpoints', message: 'this robot takes setpoints, not steps' }

const armingPrompt = ({ name }: Who, stepwise: Stepwise | undefined): string =>
  stepwise === undefined
    ? `${name} will drive the base manually: clear the way and keep it in sight`
    : `${name} will drive ${stepwise.world.robot.name} step by step: clear the way and keep it in sight; what no ` +
      `sensor shows is believed to be as the task ${stepwise.world.task.name} begins`

/** An operator who drives manually watches the robot. */
const NO_FACE_READER: FaceReader = { read: () => ({ state: 'failed', text: 'nobody looks' }) }

/** Limits the speed of a setpoint and keeps its direction. */
function limitSpeed({ vx, vy, wz }: Setpoint, speed: number): Setpoint {
  const ratio = Math.min(1, speed / Math.max(Math.hypot(vx, vy), 1e-9))
  return { vx: vx * ratio, vy: vy * ratio, wz }
}
