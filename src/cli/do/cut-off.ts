import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { forgetOrder, foundOrders, type FoundOrder } from '#app/orders/found-orders.js'
import type { CutOff } from '#app/orders/order-lines.js'
import { runAsOwnerOf } from '#app/run-folder/state-folder.js'
import { prompt } from '#app/connections/operator.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { sayStep } from '#instructions/say.js'
import { refuse } from '../run/watch-run.js'
import { nothingMoved } from './ask-person.js'
import { withOrders } from './order-trouble.js'
import { warn } from './with-chat.js'

/** How a new order was given. */
interface Given {
  readonly forget: boolean
  readonly plan: boolean
  readonly signal: AbortSignal
}

/** What is to be done first about an order that was cut off. */
export type First = 'nothing' | 'resume' | 'forgotten' | ExitCode

/**
 * A new order while another one was cut off: the robot may hold something, so that nothing is begun before a person has
 * said what becomes of the old one.
 */
export async function minded(root: string, world: string, { forget, plan, signal }: Given): Promise<First> {
  const as = runAsOwnerOf(root)
  // whoever only plans needs no folder of runs
  if (!as.ok) return plan ? 'nothing' : refuse([as.error])
  return withOrders<First>(
    root,
    () => askedAbout(root, world, { forget, plan, signal }),
    (trouble) => {
      if (!plan) return refuse([trouble])
      warn(trouble)
      return 'nothing'
    },
  )
}

async function askedAbout(root: string, world: string, { forget, plan, signal }: Given): Promise<First> {
  const [found] = foundOrders(root, world)
  if (found === undefined) return 'nothing'
  const { cut } = found
  if (plan) {
    say(`Note: ${sayFound(found)}`)
    return 'nothing'
  }
  if (!forget && !cut.ok) return refuse([cut.error])
  if (!forget && cut.ok && cut.value.hasBegun) {
    const open = sayCutOff(cut.value)
    if (!process.stdin.isTTY) return refuse([stillOpen(open)])
    const answer = await prompt(`${open}\nGo on with it first? (yes, forget, or no) `, signal)
    if (answer !== null && /^y(es)?$/i.test(answer)) return 'resume'
    if (answer !== 'forget') {
      return nothingMoved(signal)
    }
  }
  return forgetFirst(root, found)
}

/** `graft do --forget` without an order: drops what was cut off. */
export function forgetCutOff(root: string, world: string | undefined): Promise<ExitCode> {
  return withOrders<ExitCode>(
    root,
    () => {
      const as = runAsOwnerOf(root)
      const found = as.ok ? theOnly(root, world) : as
      if (!found.ok) return refuse([found.error])
      const done = forgetFirst(root, found.value)
      return done === 'forgotten' ? EXIT.ok : done
    },
    (trouble) => refuse([trouble]),
  )
}

/** The order that was cut off; where there are several, the world has to be named. */
export function theOnly(root: string, world: string | undefined): Result<FoundOrder, Diagnostic> {
  const all = foundOrders(root, world)
  const [only, ...more] = all
  if (only !== undefined && more.length === 0) return ok(only)
  const worlds = all.map((found) => found.world)
  return err(only === undefined ? nothingOpen(root, world) : severalOpen(worlds))
}

/** `The order "…" was cut off after step 3 of 7, while it was doing this: Pick: book.` */
export function sayCutOff({ order, steps, done, inFlight, ended }: CutOff): string {
  const where =
    inFlight === undefined && ended.length === 0
      ? 'before anything moved'
      : done > 0
        ? `after step ${done} of ${steps.length}`
        : ended.length === 0
          ? 'in its first step'
          : 'before the first step of another plan was done'
  const doing = inFlight === undefined ? '' : `, while doing this: ${sayStep({ ...inFlight, path: '' })}`
  return `The order "${order.order}" was cut off ${where}${doing}.`
}

const sayFound = ({ cut }: FoundOrder): string => (cut.ok ? sayCutOff(cut.value) : `${cut.error.message}.`)

function forgetFirst(root: string, found: FoundOrder): 'forgotten' | ExitCode {
  const done = forgetOrder(root, found)
  if (!done.ok) return refuse([done.error])
  say(`${sayFound(found)} It is forgotten.`)
  return 'forgotten'
}

const stillOpen = (found: string): Diagnostic => ({
  code: 'do.cut-off',
  severity: 'error',
  message: found,
  expected: 'no order that was cut off, since the robot may hold something, and stand anywhere',
  got: 'one',
  hint: 'go on with it: graft do --resume; or drop it: graft do --forget',
})

const nothingOpen = (root: string, world: string | undefined): Diagnostic => ({
  code: 'do.nothing-cut-off',
  severity: 'error',
  message: `no order was cut off${world === undefined ? '' : ` in ${world}`}`,
  expected: `one in ${root}`,
  got: 'none that nobody carries out',
  hint: 'name the folder of its runs with --out, or give a new order',
})

const severalOpen = (worlds: readonly string[]): Diagnostic => ({
  code: 'do.several-cut-off',
  severity: 'error',
  message: `orders were cut off in several worlds: ${worlds.join(', ')}`,
  expected: 'one of them',
  got: 'no --world',
  hint: `graft do --resume --world ${worlds[0] ?? 'home'}`,
})

const say = (line: string): void => void process.stderr.write(`${line}\n`)
