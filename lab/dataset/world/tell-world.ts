import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { formatDiagnostic } from '#base/diagnostic.js'
import { exitCodeOf } from '../exit-code-of.js'
import { readWorldSet, type WorldSetFound } from './check-world.js'

/** `graft data check` of a set of episodes in a world. */
export async function checkWorldSet(folder: string, json: boolean): Promise<ExitCode> {
  const read = await readWorldSet(folder)
  if (!read.ok) {
    if (json) process.stdout.write(`${JSON.stringify({ ok: false, problem: read.error })}\n`)
    else process.stderr.write(`${formatDiagnostic(read.error)}\n`)
    return exitCodeOf(read.error)
  }
  const { about, pictures } = read.value
  const found = { episodes: about.episodes, steps: about.steps, pictures }
  const { episodes, steps } = found
  process.stdout.write(
    json
      ? `${JSON.stringify({ ok: true, ...found })}\n`
      : `${folder}: ${episodes} episodes, ${steps} steps, ${pictures} pictures, all as they should be\n`,
  )
  return EXIT.ok
}

/** `graft data show` of a set of episodes in a world. */
export async function showWorldSet(folder: string, json: boolean): Promise<ExitCode> {
  const read = await readWorldSet(folder)
  if (!read.ok) {
    process.stderr.write(`${formatDiagnostic(read.error)}\n`)
    return EXIT.usage
  }
  const { about, ...counts } = read.value
  const { nodes: _, ...rest } = about
  process.stdout.write(json ? `${JSON.stringify({ ...rest, ...counts })}\n` : textOf(read.value))
  return EXIT.ok
}

function textOf({ about, pictures, endReasons, results }: WorldSetFound): string {
  const { generator, world, task, robot, scenario, source, faults, episodes, steps } = about
  const list = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ') || 'none'
  const rows: [string, string][] = [
    ['made by', generator.name],
    ['world', `${world}, task ${task}${scenario === null ? '' : `, scenario ${scenario}`}`],
    ['robot', `${robot}, ${source === 'robot' ? 'real' : 'virtual'}, faults ${faults}`],
    ['episodes', `${episodes}: ${list(endReasons)}`],
    ['steps', `${steps}: ${list(results)}`],
    ['pictures', String(pictures)],
  ]
  return rows.map(([name, value]) => `${name.padEnd(16)}${value}\n`).join('')
}
