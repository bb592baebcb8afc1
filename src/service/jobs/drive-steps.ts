import { EpisodeTranscripts } from '#app/run-folder/episode-transcripts.js'
import type { LoadedWorld } from '#app/world/load-world.js'
import { bodyOf, type WorldRobot } from '#app/world/world-robots.js'
import { DriverRobot } from '#robots/driver/driver-robot.js'
import type { Feedback } from '#robots/skills/host.js'
import { runSteps, type StepsEnd } from '#runtime/teleop/run-steps.js'
import { StepSession, type StepStanding } from '#runtime/teleop/step-session.js'
import { withTask } from '#worlds/task/with-task.js'
import type { JobControl } from '../motion/run-manager.js'
import type { Parts } from '../parts.js'
import { wireRecording } from '../recording/recorder.js'
import { refusalOf } from '../refusal.js'
import { shownLine } from '../show/shown-world.js'
import { beating } from '../world/data-site.js'
import type { Stepwise } from '../world/site-world.js'
import {
  closeSession,
  controlOf,
  drivenTranscript,
  picturesOf,
  SAMPLE_MS,
  showDriving,
  shownModes,
} from './manual-driving.js'

export interface StepDriving {
  readonly session: string
  readonly armedBy: string
  readonly stepwise: Stepwise
  /** called once, with the session that takes steps from now on */
  readonly ready: (session: StepSession) => void
}

/** A person drives the robot of a world, step by step. @returns how it ended, in words */
export async function driveSteps(parts: Parts, driving: StepDriving, control: JobControl): Promise<string> {
  const { config, statusPublisher } = parts
  const { session: id, stepwise } = driving
  const transcripts = new EpisodeTranscripts(
    () => drivenTranscript(config.store.dir, id),
    wireRecording(statusPublisher),
  )
  try {
    const robots = await stepwise.open(parts, config.recording.wire ? transcripts.record : undefined)
    if (!robots.ok) return refusalOf(robots.error).message
    const robot = robots.value(1)
    if (!robot.ok) return robot.error.text
    const end = await drive(parts, { ...driving, robot: robot.value }, control)
    return closeSession(parts, end, end.kind === 'over' ? `${end.permitted} steps` : '')
  } finally {
    await transcripts.close()
  }
}

async function drive(
  parts: Parts,
  { session: id, armedBy, stepwise, ready, robot: opened }: StepDriving & { readonly robot: WorldRobot },
  control: JobControl,
): Promise<StepsEnd> {
  const { config, statusPublisher, timing, inProgress, healthReporter } = parts
  const { world } = stepwise
  const { clock } = opened.time
  const monitor = { beat: () => healthReporter.beat('reflex'), idle: () => healthReporter.off('reflex') }
  const body = bodyOf(world, beating(opened, monitor), {
    episode: 0,
    listen: (event) => {
      if (event.kind === 'link') statusPublisher.publish({ kind: 'link', ...event.note })
    },
  })
  const session = new StepSession({ id, by: armedBy, windowMs: config.teleop.windowMs, clock })
  let said: Feedback | undefined
  const domain = withTask(world.domain, world.task)
  const robot = robotOf(parts, { domain, body, heard: (feedback) => (said = feedback) })
  if (world.map !== undefined) inProgress.map = { map: world.map, facts: () => robot.belief().facts }
  ready(session)
  showDriving(parts, armedBy, 'step by step')
  const shown = viewOf(parts, { session, robot, body })
  try {
    return await runSteps(
      {
        body: body.time,
        line: body.line,
        link: body.monitor,
        ...{ robot, domain, modes: shownModes(parts), timing, library: world.library },
        control: controlOf(armedBy, control, shown),
        takeFeedback: () => {
          const feedback = said
          said = undefined
          return feedback
        },
      },
      session,
    )
  } finally {
    shown()
    stepwise.left(robot.belief().facts)
    body.monitor.settle()
    body.time.close()
  }
}

type Body = ReturnType<typeof bodyOf>

function robotOf(
  { statusPublisher }: Parts,
  {
    domain,
    body,
    heard,
  }: {
    readonly domain: ReturnType<typeof withTask>
    readonly body: Body
    readonly heard: (feedback: Feedback) => void
  },
): DriverRobot {
  const { line, sensing, laidByPeople, judge } = body
  return new DriverRobot({
    ...{ domain, line, sensing, clock: body.time.clock },
    ...(laidByPeople === true && { laidByPeople }),
    ...(judge && { judge }),
    timeLimit: (skill) => body.timeLimit(skill),
    // a person who drives has the words of the rule: nothing more explains it
    onRefusal: (refusal) =>
      statusPublisher.publish({ kind: 'refusal', episode: 0, refusal: { ...refusal, because: '' } }),
    onFeedback: heard,
    onSightings: () => undefined,
    onSurprises: () => undefined,
  })
}

/** Shows people, now and then, what is believed, how the line is, and how each step has ended. */
function viewOf(
  parts: Parts,
  driven: { readonly session: StepSession; readonly robot: DriverRobot; readonly body: Body },
): () => void {
  const { statusPublisher, healthReporter, now } = parts
  const { session, robot, body } = driven
  const shown = shownLine({ line: body.line, link: body.monitor, robot })
  const takePicture = picturesOf(parts, body.camera)
  let sampledAt = -Infinity
  let last: StepStanding | undefined
  return () => {
    healthReporter.beat('link', body.line.status)
    const { standing } = session
    if (standing !== undefined && standing !== last && standing.result !== 'running')
      statusPublisher.publish({ kind: 'log', level: 'info', source: 'teleop', text: sayStep(standing) })
    last = standing
    takePicture()
    if (now() - sampledAt < SAMPLE_MS) return
    sampledAt = now()
    statusPublisher.set({ facts: shown.facts(), link: shown.link(statusPublisher.status().robot.device) })
  }
}

const sayStep = ({ step, result, text }: StepStanding): string =>
  `step ${step}: ${result === 'done' ? 'done' : `${result}, ${text}`}`

/** What an operator is told of the world as a session begins. */
export const offerOf = ({ robot, domain }: LoadedWorld): StepOffer => ({
  keys: Object.fromEntries(robot.keys),
  skills: domain.rules.skills.map(({ name, ports }) => [name, ...ports.map((port) => port.name)].join(' ')),
})

export interface StepOffer {
  /** by key, the step that it asks for */
  readonly keys: Readonly<Record<string, string>>
  /** each skill with the names of its parameters */
  readonly skills: readonly string[]
}
