import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolders } from '#adapters/files/make-folders.js'
import type { Camera } from '#learning/ports.js'
import { ModeMachine } from '#runtime/modes.js'
import type { NotBegun, Over, TeleopControl } from '#runtime/teleop/run-session.js'
import type { JobControl } from '../motion/run-manager.js'
import type { Parts } from '../parts.js'

/** between two status updates for viewers while a person drives, ms */
export const SAMPLE_MS = 200
/** between two pictures for viewers while a person drives, who may see the robot nowhere else, ms */
const PICTURE_MS = 500

/** Modes that viewers see as they change. */
export const shownModes = ({ statusPublisher }: Parts): ModeMachine =>
  new ModeMachine((change) => {
    statusPublisher.set({ mode: change.to })
    statusPublisher.publish({ kind: 'mode', change })
  })

/** Viewers see that a person drives. @param how in words: manually, step by step */
export function showDriving({ statusPublisher }: Parts, armedBy: string, how: string): void {
  statusPublisher.set({ activity: 'teleop', armedBy })
  statusPublisher.publish({ kind: 'activity', activity: 'teleop', why: `${armedBy} drives ${how}` })
}

/** @returns called once in each turn: takes pictures for viewers; a real camera shows its own */
export const picturesOf = (
  { config, pictures, camera, now }: Parts,
  simulated: Pick<Camera, 'capture'>,
): (() => void) =>
  config.robot.body === 'virtual' && camera === undefined
    ? pictures.every(PICTURE_MS, simulated, now)
    : () => undefined

/** The job's control over a robot whose driver has armed and confirmed it. @param turn called once in each turn */
export const controlOf = (armedBy: string, control: JobControl, turn: () => void): TeleopControl => ({
  stopRequested: () => control.signal.aborted,
  accessLost: () => control.accessLost(),
  estopRequested: () => control.estopRequested(),
  mayMove: () => Promise.resolve(armedBy),
  turn,
})

/**
 * How a session ended, in words. Where nobody knows whether the robot stands, no session begins before somebody has
 * looked: the next one would take it for standing.
 * @param counted what was permitted, with its number
 */
export function closeSession(
  { manager, statusPublisher }: Pick<Parts, 'manager' | 'statusPublisher'>,
  end: NotBegun | (Over & { readonly refused: number }),
  counted: string,
): string {
  const { doubt } = end
  if (doubt !== undefined) manager.estop(doubt)
  // whoever else is at a console hears of it: the one who drove cannot say that nobody does any more
  else if (end.kind === 'over' && end.why === 'silent')
    statusPublisher.publish({ kind: 'log', level: 'warn', source: 'teleop', text: OPERATOR_LOST })
  const text = end.kind === 'not-begun' ? end.why.text : sayOver(end, counted)
  return doubt === undefined ? text : `${text}; ${doubt}`
}

function sayOver({ why, cause, ms, refused }: Over & { readonly refused: number }, counted: string): string {
  const because = cause === undefined ? '' : ` (${cause})`
  return `${why}${because} after ${(ms / 1000).toFixed(1)} s, ${counted} permitted, ${refused} refused`
}

const OPERATOR_LOST =
  'whoever drove was lost: nothing was heard for longer than the window, or the connection ended; ' +
  'the robot was stopped, and stands'

/** Sessions of manual driving whose transcripts are kept; the oldest goes first. */
const KEPT = 50
const SUFFIX = '.ndjson'

/**
 * The file for the transcript of a session in which a person drives by steps, in a folder of its own below the store's.
 * Makes room for it. Throws the file system's error.
 */
export function drivenTranscript(storeDir: string, session: string): string {
  const folder = join(storeDir, 'teleop')
  makeFolders(folder)
  const older = readdirSync(folder)
    .filter((name) => name.endsWith(SUFFIX))
    .map((name) => ({ path: join(folder, name), at: statSync(join(folder, name)).mtimeMs }))
    .sort((a, b) => b.at - a.at)
  for (const { path } of older.slice(KEPT - 1)) rmSync(path)
  return join(folder, `${session}${SUFFIX}`)
}
