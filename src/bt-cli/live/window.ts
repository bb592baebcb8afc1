import type { WatchedRow } from './model.js'

/** The visible lines of a tree taller than the terminal. */
export interface Window {
  /** index of the first visible line */
  readonly top: number
  /** scrolls automatically to where the tree is running */
  readonly follow: boolean
}

export const START: Window = { top: 0, follow: true }

/** Scrolls on a key press: arrows or j and k, page up and down, home and end, f to follow again. */
export function scroll(window: Window, key: string, total: number, height: number): Window {
  const steps: Readonly<Record<string, number>> = {
    '\u001B[A': -1,
    k: -1,
    '\u001B[B': 1,
    j: 1,
    '\u001B[5~': 1 - height,
    '\u001B[6~': height - 1,
    ' ': height - 1,
    '\u001B[H': -total,
    g: -total,
    '\u001B[F': total,
    G: total,
  }
  if (key === 'f') return { ...window, follow: true }
  const step = steps[key]
  return step === undefined ? window : { top: clamp(window.top + step, total, height), follow: false }
}

/** In follow mode, scrolls to the running line that changed last, else to the line that changed last. */
export function settle(window: Window, rows: readonly WatchedRow[], height: number): Window {
  const focus = window.follow ? focusOf(rows) : -1
  const { top } = window
  const margin = Math.min(2, Math.floor((height - 1) / 2))
  const moved =
    focus === -1
      ? top
      : focus < top + margin
        ? focus - margin
        : focus > top + height - 1 - margin
          ? focus - height + 1 + margin
          : top
  return { ...window, top: clamp(moved, rows.length, height) }
}

function focusOf(rows: readonly WatchedRow[]): number {
  const latest = (running: boolean): number => {
    let best = -1
    let time = -Infinity
    rows.forEach(({ status, changedAt }, index) => {
      if ((running && status !== 'running') || changedAt === -Infinity || changedAt < time) return
      best = index
      time = changedAt
    })
    return best
  }
  const running = latest(true)
  return running === -1 ? latest(false) : running
}

const clamp = (top: number, total: number, height: number): number =>
  Math.max(0, Math.min(top, total - height))
