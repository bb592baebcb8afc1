import { cut, width } from '#terminal/fit.js'
import type { Look } from '../text/look.js'
import type { Setpoint } from './held-keys.js'

export interface DriveState {
  readonly setpoint: Setpoint
  readonly windowMs: number
  /** ms since the service answered */
  readonly silentMs: number
  /** why the twin refuses the setpoint */
  readonly refused: string | undefined
  /** how old what the camera shows is, in words; '' if that is not known */
  readonly picture: string
}

/**
 * The driver's status line: the setpoint, whether the service receives it, and why it is refused. A reason that does
 * not fit takes the place of what says that all is well.
 */
export function driveLine(state: DriveState, look: Look): string {
  const { setpoint, windowMs, silentMs, refused, picture } = state
  const { bad, warn, good, dim } = look.paint
  const heard =
    silentMs > windowMs
      ? bad(`NO ANSWER for ${(silentMs / 1000).toFixed(1)} s: the robot has stopped by itself`)
      : dim(`heard ${Math.round(silentMs)} ms ago, window ${windowMs} ms`)
  const why = refused === undefined ? '' : `  ${warn(`refused: ${refused}`)}`
  const moves = words(setpoint)
  const seen = picture === '' ? '' : dim(`  ${picture}`)
  const move = moves === 'stopped' ? dim(moves) : good(moves)
  const lines = [`${move}  ${heard}${seen}${why}`, `${move}  ${heard}${why}`]
  if (why !== '' && silentMs <= windowMs) lines.push(`${move}${why}`)
  const [most, shortest = ''] = [look.columns - 1, lines.at(-1)]
  return lines.find((line) => width(line) <= most) ?? shortened(shortest, most)
}

/** A reason that does not fit says that there is more of it. */
const shortened = (line: string, most: number): string =>
  width(line) <= most ? line : `${cut(line, most - 3)}...`

function words({ vx, vy, wz }: Setpoint): string {
  if (vx !== 0) return `${vx > 0 ? 'ahead' : 'back'} ${Math.abs(vx).toFixed(2)} m/s`
  if (vy !== 0) return `${vy > 0 ? 'left' : 'right'} ${Math.abs(vy).toFixed(2)} m/s`
  if (wz !== 0) return `turn ${wz > 0 ? 'left' : 'right'} ${Math.abs(wz).toFixed(2)} rad/s`
  return 'stopped'
}
