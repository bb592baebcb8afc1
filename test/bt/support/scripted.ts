import type { LeafFactory, StatefulAction } from '../../../src/bt/leaf.js'
import type { TickStatus } from '../../../src/bt/status.js'

/** What a scripted leaf answers: success, failure, running, skipped. */
export type Token = 'S' | 'F' | 'R' | 'K'

export const TOKEN_STATUS: Readonly<Record<Token, TickStatus>> = {
  S: 'SUCCESS',
  F: 'FAILURE',
  R: 'RUNNING',
  K: 'SKIPPED',
}

/** A leaf that plays a tape: `scripted('R', 'R', 'S')`. Past its end it repeats the last token. */
export function scripted(...tape: readonly Token[]): StatefulAction & { readonly calls: string[] } {
  const calls: string[] = []
  let next = 0
  const play = (call: string): TickStatus => {
    calls.push(call)
    const token = tape[Math.min(next, tape.length - 1)] ?? 'S'
    next += 1
    return TOKEN_STATUS[token]
  }
  return { calls, start: () => play('start'), run: () => play('run'), halt: () => void calls.push('halt') }
}

/** A factory for one place in a tree. */
export const scriptedFactory =
  (...tape: readonly Token[]): LeafFactory =>
  () =>
    scripted(...tape)
