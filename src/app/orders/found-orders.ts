import { isDeepStrictEqual } from 'node:util'
import { isLocked } from '#adapters/store/run-lock.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { cutOffIn, unknownLine, type CutOff } from './order-lines.js'
import { OrderLog, orderFolder, readOrderLines, worldsWithOrders } from './order-log.js'
import type { KeptLines, Taking } from './order-log.js'

/** What is kept of an order that nobody carries out. */
export interface FoundOrder {
  /** as its folder is called */
  readonly world: string
  readonly lines: readonly unknown[]
  /** fails where not every line can be read: how far it has come is then unknown */
  readonly cut: Result<CutOff, Diagnostic>
}

/** The orders that were cut off, or only of a world; those that another process carries out are none. */
export const foundOrders = (root: string, world?: string): readonly FoundOrder[] =>
  (world === undefined ? worldsWithOrders(root) : [world]).flatMap((name) => {
    if (isLocked(orderFolder(root, name))) return []
    const kept = readOrderLines(root, name)
    if (kept.lines.length === 0 && kept.damaged === undefined) return []
    return [{ world: name, lines: kept.lines, cut: cutIn(kept, name) }]
  })

/** Those of them that can be read. */
export const cutOffOrders = (root: string, world?: string): readonly CutOff[] =>
  foundOrders(root, world).flatMap(({ cut }) => (cut.ok ? [cut.value] : []))

/** Forgets an order that was found; nobody goes on with it any more. */
export function forgetOrder(
  root: string,
  { world, lines }: Pick<FoundOrder, 'world' | 'lines'>,
): Result<null, Diagnostic> {
  const log = OrderLog.open(root, world, (now) => (isSame(now, lines) ? 'go-on' : CHANGED))
  if (!log.ok) return log
  log.value.remove()
  return ok(null)
}

/** A new order takes the place of one of which nothing has moved, and of no other. */
export const replacing =
  (world: string): Taking =>
  (now) => {
    if (now.lines.length === 0 && now.damaged === undefined) return 'afresh'
    const cut = cutIn(now, world)
    if (!cut.ok) return cut.error
    return cut.value.hasBegun ? begunMeanwhile(cut.value) : 'afresh'
  }

/** Whoever has agreed has agreed to what was shown: nobody may have gone on with the order since. */
export const asShown =
  (world: string, shown: Pick<CutOff, 'lines'>): Taking =>
  (now) => {
    if (!isSame(now, shown.lines)) return CHANGED
    const cut = cutIn(now, world)
    return cut.ok ? 'go-on' : cut.error
  }

function cutIn(kept: KeptLines, world: string): Result<CutOff, Diagnostic> {
  const line = kept.damaged ?? unknownLine(kept.lines)
  const cut = line === undefined ? cutOffIn(kept.lines) : undefined
  return cut === undefined ? err(unreadable(world, line ?? 1)) : ok(cut)
}

const isSame = (now: KeptLines, lines: readonly unknown[]): boolean => isDeepStrictEqual(now.lines, lines)

const unreadable = (world: string, line: number): Diagnostic => ({
  code: 'do.log-damaged',
  severity: 'error',
  message: `line ${line} of what is kept of an order in the world ${world} cannot be read`,
  expected: 'whole lines of this version of graft: they say how far the order has come',
  got: `a line ${line} that is damaged, or of another version`,
  hint: 'see how everything is, since the robot may hold something; then graft do --forget drops the order',
})

const begunMeanwhile = ({ order }: CutOff): Diagnostic => ({
  code: 'do.cut-off-meanwhile',
  severity: 'error',
  message: `the order "${order.order}" was begun in this world meanwhile, and was cut off`,
  expected: 'no order that was cut off, since the robot may hold something, and stand anywhere',
  got: 'one',
  hint: 'go on with it: graft do --resume; or drop it: graft do --forget',
})

const CHANGED: Diagnostic = {
  code: 'do.changed-meanwhile',
  severity: 'error',
  message: 'somebody else has gone on with the order, or has dropped it, since it was shown here',
  expected: 'the order as it was shown',
  got: 'another state of it, or none',
  hint: 'nothing has moved for this command; graft do --resume shows how it stands now',
}
