import { join } from 'node:path'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { measure, type Outcome } from './measure.js'
import { writePages } from './pages.js'
import { chosen, readRegister, REPO, type Form, type Measurement } from './register.js'
import { keepResult, readResults, RESULTS } from './results.js'
import { readTestReport, type TestReport } from './tests.js'

/**
 * Does what the pages say still hold? Measures the claims of claims/register.yaml, keeps the figures in
 * claims/results.json and writes them into the pages.
 *
 *     npm run claims                           # the quick form of all
 *     npm run claims -- --full stop viewer     # the full form of these: ids of claims or of measurements
 *     npm run claims -- --list
 *     npm run claims -- --write-pages          # the figures of the last run into the pages; measures nothing
 *
 * Ends with 1 when a claim does not hold, with 2 when the command line is wrong. Ctrl-C keeps what has been measured.
 */
const HELP = `npm run claims [-- OPTIONS] [ID …]   does what the pages say still hold?

  ID             of a claim or of a measurement; none: all of them
  --full         the full form, which the pages cite; without it the quick form
  --list         what is claimed, where, and within which bounds
  --write-pages  the figures of the last measurement into the pages
  --json         an object a line
  --any-load     measures on a busy computer too what needs a quiet one
  --tests FILE   a JSON report of vitest: tests in it are not run again
  --results FILE instead of ${RESULTS}

Ends with 0 when all hold, 1 when a claim does not hold, 2 when the command line is wrong, 130 when interrupted.
`
const { values, positionals } = parsed({
  allowPositionals: true,
  options: {
    full: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    'write-pages': { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
    /** measures what needs a quiet machine on a busy one too */
    'any-load': { type: 'boolean', default: false },
    /** a JSON report of vitest: tests in it are not run again */
    tests: { type: 'string' },
    results: { type: 'string', default: join(REPO, RESULTS) },
  },
})
if (values.help) {
  process.stdout.write(HELP)
  process.exit(0)
}
const form: Form = values.full ? 'full' : 'quick'
const say = (text: string): void => void process.stderr.write(`${text}\n`)
const register = chosenClaims()

if (values.list) {
  for (const one of register) for (const line of listed(one)) process.stdout.write(`${line}\n`)
} else if (values['write-pages']) {
  const changed = writePages(readRegister(), readResults(values.results))
  process.stdout.write(changed.length === 0 ? 'every page says it already\n' : `${changed.join('\n')}\n`)
} else process.exitCode = await measureAll()

async function measureAll(): Promise<number> {
  const interrupt = new AbortController()
  process.once('SIGINT', () => interrupt.abort())
  process.once('SIGTERM', () => interrupt.abort())
  const report: TestReport | undefined = values.tests === undefined ? undefined : readTestReport(values.tests)
  const outcomes: Outcome[] = []
  for (const [i, one] of register.entries()) {
    if (interrupt.signal.aborted) break
    say(`[${i + 1}/${register.length}] ${one.id}: ${minutesOf(one)}`)
    const how = { form, anyLoad: values['any-load'], aborted: interrupt.signal, ...(report && { report }) }
    for (const outcome of await measure(one, how)) {
      outcomes.push(outcome)
      if ('measured' in outcome) keepResult(values.results, outcome.claim.id, form, outcome.measured)
      process.stdout.write(`${values.json ? JSON.stringify(forMachines(outcome)) : row(outcome)}\n`)
    }
  }
  const skipped = outcomes.filter((each) => 'skipped' in each).length
  const broken = outcomes.filter((each) => 'measured' in each && !each.measured.holds).length
  const held = outcomes.length - skipped - broken
  const total = register.flatMap(({ claims }) => claims).length
  const rest = total - outcomes.length
  const end = `${held} hold, ${broken} do not hold, ${skipped} skipped${rest > 0 ? `, ${rest} not reached` : ''}`
  process.stdout.write(
    values.json
      ? `${JSON.stringify({ type: 'summary', held, broken, skipped, notReached: rest })}\n`
      : `${end}\n`,
  )
  return interrupt.signal.aborted ? 130 : broken > 0 ? 1 : 0
}

function row(outcome: Outcome): string {
  const { claim, bounds } = outcome
  const end =
    'skipped' in outcome
      ? `skipped: ${outcome.skipped}`
      : outcome.measured.holds
        ? 'holds'
        : `DOES NOT HOLD: ${outcome.measured.missed?.join('; ')}`
  const figure =
    'measured' in outcome
      ? (outcome.measured.text ??
        Object.entries(outcome.measured.figures)
          .map(([name, value]) => `${name} ${value}`)
          .join(', '))
      : ''
  return [claim.id.padEnd(28), claim.sentence, figure, bounds.join(', '), end]
    .filter((cell) => cell !== '')
    .join(' | ')
}

function forMachines(outcome: Outcome): object {
  return {
    type: 'claim',
    id: outcome.claim.id,
    sentence: outcome.claim.sentence,
    form,
    bounds: outcome.bounds,
    ...('measured' in outcome ? outcome.measured : { skipped: outcome.skipped }),
  }
}

function listed(one: Measurement): readonly string[] {
  return [
    `${one.id}: ${one.command}   (${one.minutes} min${one.needs.length > 0 ? `, needs ${one.needs.join(', ')}` : ''})`,
    ...one.claims.map(
      ({ id, sentence, bounds, pages }) =>
        `    ${id.padEnd(28)} ${sentence} [${bounds.join(', ')}] ${pages.join(', ')}`,
    ),
  ]
}

function minutesOf(one: Measurement): string {
  if (form === 'full') return `about ${one.minutes} min`
  return 'tests' in one.quick
    ? one.quick.tests.join(', ')
    : 'none' in one.quick
      ? 'no quick form'
      : `about ${one.quick.minutes} min`
}

function chosenClaims(): readonly Measurement[] {
  try {
    if (values.full && values.quick) throw new Error('--full or --quick, not both')
    readResults(values.results)
    return chosen(readRegister(), positionals)
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
    process.exit(2)
  }
}

/** A word that is wrong is told, and ends with 2: 1 says that a claim does not hold. */
function parsed<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${HELP}`)
    process.exit(2)
  }
}
