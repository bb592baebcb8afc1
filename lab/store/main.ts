import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { percentilesOf, type Percentiles } from '../stop/percentiles.js'
import { Candidate, COMMANDS } from './candidate.js'

/**
 * How long somebody waits for an episode, and for a command in the journal, until it is on the disk; with
 * `--against` beside another checkout of graft, one after the other in turn, on the same disk.
 *
 *     npx tsx lab/store/main.ts --episodes 500 [--against DIR] [--dir DIR]
 */
const { values } = parseArgs({
  options: {
    episodes: { type: 'string', default: '500' },
    /** root of a checkout to compare with */
    against: { type: 'string' },
    /** on the disk to measure */
    dir: { type: 'string', default: tmpdir() },
    json: { type: 'boolean', default: false },
  },
})
/** episodes in which the code gets warm */
const WARM_UP = 20
const episodes = Number(values.episodes)
const folder = mkdtempSync(join(resolve(values.dir), 'graft-bench-store-'))
const here = new URL('../..', import.meta.url)
try {
  const candidates = [await Candidate.open('this', here, join(folder, 'this'))]
  if (values.against !== undefined)
    candidates.push(
      await Candidate.open('against', new URL(`file://${resolve(values.against)}/`), join(folder, 'against')),
    )
  for (let n = 1; n <= episodes; n++)
    // whoever comes second finds a disk that is warm
    for (const candidate of n % 2 === 0 ? candidates : [...candidates].reverse()) await candidate.episode(n)
  for (const candidate of candidates) await candidate.close()
  const reported = candidates.map(summaryOf)
  if (values.json) process.stdout.write(`${JSON.stringify({ episodes, load: loadavg()[0], reported })}\n`)
  else for (const each of reported) process.stdout.write(`${lineOf(each)}\n`)
  const [own, other] = reported
  if (own !== undefined && other !== undefined)
    process.stdout.write(
      `ratio: an episode p50 ` +
        `${ratio(own.commit.p50, other.commit.p50)}, p99 ${ratio(own.commit.p99, other.commit.p99)}; ` +
        `a command p50 ` +
        `${ratio(own.command.p50, other.command.p50)}, p99 ${ratio(own.command.p99, other.command.p99)}; ` +
        `load ${loadavg()[0]?.toFixed(1)}\n`,
    )
} finally {
  rmSync(folder, { recursive: true, force: true })
}

interface Summary {
  readonly name: string
  readonly commit: Percentiles
  readonly command: Percentiles
  readonly mean: number
}

function summaryOf({ name, commits, commands }: Candidate): Summary {
  const warm = commits.slice(WARM_UP)
  return {
    name,
    commit: percentilesOf(warm),
    command: percentilesOf(commands.slice(WARM_UP * COMMANDS)),
    mean: warm.reduce((sum, each) => sum + each, 0) / warm.length,
  }
}

function lineOf({ name, commit, command, mean }: Summary): string {
  return (
    `${name}: an episode p50 ${commit.p50} ms, p99 ${commit.p99}, worst ${commit.max}, mean ${mean.toFixed(2)}; ` +
    `a command p50 ${command.p50} ms, p99 ${command.p99}, worst ${command.max} (${commit.n} episodes)`
  )
}

function ratio(own: number, other: number): string {
  return (own / other).toFixed(2)
}
