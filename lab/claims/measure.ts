import { execFileSync } from 'node:child_process'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { unmeasurable } from './conditions.js'
import { figureOf, type Figure, type CommandResult } from './read.js'
import { REPO, type Claim, type Form, type Measurement } from './register.js'
import type { Measured } from './results.js'
import { run } from './run.js'
import { countTests, unreported, type TestReport } from './tests.js'
import { missedBounds, wordsOf } from './outcome.js'

/** What became of a claim: measured, or why not. */
export type Outcome = { readonly claim: Claim; readonly bounds: readonly string[] } & (
  { readonly measured: Measured } | { readonly skipped: string }
)

export interface MeasureOptions {
  readonly form: Form
  readonly anyLoad: boolean
  readonly aborted: AbortSignal
  /** tests that have been run already, for quick forms that are tests */
  readonly report?: TestReport
}

/** Measures all claims of one command. */
export async function measure(one: Measurement, options: MeasureOptions): Promise<readonly Outcome[]> {
  const skip = (skipped: string): readonly Outcome[] =>
    one.claims.map((claim) => ({ claim, bounds: boundsOf(claim, options.form), skipped }))
  const { quick } = one
  if (options.form === 'quick' && 'none' in quick) return skip(`has no quick form: ${quick.none}`)
  const needs = options.form === 'full' || 'none' in quick ? one.needs : quick.needs
  const why = unmeasurable(needs, options.form === 'full' ? one.cores : 1, options.anyLoad)
  if (why !== undefined) return skip(why)

  if (options.form === 'quick' && 'tests' in quick) {
    const command = `npx vitest run ${quick.tests.join(' ')}`
    const known = options.report !== undefined && unreported(options.report, quick.tests).length === 0
    const ran = known ? undefined : await run(command, options.aborted)
    if (options.aborted.aborted) return skip('interrupted')
    if (ran !== undefined && ran.tests === undefined)
      throw new Error(`${command} ended with ${ran.exit} and left no report: ${lastLines(ran)}`)
    const count = known && options.report ? countTests(options.report, quick.tests) : ran?.tests
    if (count === undefined || (count.passed === 0 && count.failed === 0))
      return skip('its tests were skipped, or there are none')
    const missed = count.failed > 0 ? [`${count.failed} of its tests failed`] : []
    return one.claims.map((claim) => ({
      claim,
      bounds: ['its tests pass'],
      measured: { ...measuredWhere(command, ran?.seconds), figures: { ...count }, ...decision(missed) },
    }))
  }
  const command = options.form === 'quick' && 'command' in quick ? quick.command : one.command
  const ran = await run(command, options.aborted)
  if (options.aborted.aborted) return skip('interrupted')
  if (/^SKIPPED/m.test(ran.output))
    return skip(/^SKIPPED:? ?(.*)$/m.exec(ran.output)?.[1] ?? 'it says SKIPPED')
  const wrongEnd = one.exits.includes(ran.exit) ? [] : [`it ended with ${ran.exit}: ${lastLines(ran)}`]
  return one.claims.map((claim) =>
    judged(claim, options.form, ran, { where: measuredWhere(command, ran.seconds), wrongEnd }),
  )
}

const lastLines = ({ output }: CommandResult): string =>
  output.trim().split('\n').slice(-3).join(' / ').slice(0, 300)

type MeasuredWhere = Omit<Measured, 'figures' | 'text' | 'holds' | 'missed'>

interface JudgedBy {
  readonly where: MeasuredWhere
  readonly wrongEnd: readonly string[]
}

function judged(claim: Claim, form: Form, result: CommandResult, { where, wrongEnd }: JudgedBy): Outcome {
  const bounds = boundsOf(claim, form)
  const figures: Record<string, Figure> = {}
  const unread: string[] = []
  const readings = { ...claim.read, ...(form === 'quick' && claim.quickRead) }
  for (const [name, reading] of Object.entries(readings))
    try {
      figures[name] = figureOf(reading, result)
    } catch (error) {
      unread.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  const missed = [...wrongEnd, ...unread, ...(unread.length > 0 ? [] : missedBounds(figures, bounds))]
  const text = unread.length > 0 ? undefined : wordsOf(claim.text, figures)
  return {
    claim,
    bounds,
    measured: { ...where, figures, ...(text !== undefined && { text }), ...decision(missed) },
  }
}

const boundsOf = (claim: Claim, form: Form): readonly string[] =>
  form === 'quick' ? (claim.quickBounds ?? claim.bounds) : claim.bounds

const decision = (missed: readonly string[]): Pick<Measured, 'holds' | 'missed'> =>
  missed.length > 0 ? { holds: false, missed: [...missed] } : { holds: true }

function measuredWhere(command: string, seconds: number | undefined): MeasuredWhere {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: REPO, encoding: 'utf8' }).trim()
  return {
    command,
    commit: `${git('rev-parse', '--short=8', 'HEAD')}${git('status', '--porcelain', '-uno') === '' ? '' : '+'}`,
    at: new Date().toISOString().slice(0, 19) + 'Z',
    ...(seconds !== undefined && { seconds }),
    load: Number((loadavg()[0] ?? 0).toFixed(1)),
    cores: availableParallelism(),
    machine: cpus()[0]?.model ?? 'unknown',
  }
}
