import type { Status } from '#bt/status.js'

/**
 * One status change as StdCoutLogger of BehaviorTree.CPP prints it: `[12.345]: name   IDLE -> RUNNING`.
 * @param seconds since any beginning
 * @param paint colours a status; none by default
 */
export function transitionLine(
  at: { readonly seconds: number; readonly name: string; readonly from: Status; readonly to: Status },
  paint: (status: Status, text: string) => string = (_status, text) => text,
): string {
  const name = at.name.padEnd(NAME_WIDTH)
  return `[${at.seconds.toFixed(3)}]: ${name} ${paint(at.from, at.from)} -> ${paint(at.to, at.to)}`
}

const NAME_WIDTH = 25
