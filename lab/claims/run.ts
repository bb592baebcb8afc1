import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countTests, readTestReport } from './tests.js'
import { REPO } from './register.js'
import type { CommandResult } from './read.js'

export interface TimedResult extends CommandResult {
  readonly seconds: number
}

/** Runs a command of the register in the repository; of vitest its report is read besides. */
export async function run(command: string, aborted: AbortSignal): Promise<TimedResult> {
  const folder = mkdtempSync(join(tmpdir(), 'graft-claims-'))
  const report = join(folder, 'tests.json')
  const isVitest = /\bvitest run\b|\bnpm run bench:gate\b/.test(command)
  const options = `--reporter=verbose --reporter=json --outputFile.json=${report} --maxWorkers=2`
  const line = isVitest ? `${command}${command.includes('npm run') ? ' --' : ''} ${options}` : command
  const began = performance.now()
  try {
    const { output, exit } = await shell(line, aborted)
    const seconds = Math.round((performance.now() - began) / 1000)
    // a vitest that was ended leaves no report
    const tests = isVitest && existsSync(report) ? countTests(readTestReport(report)) : undefined
    return { output, exit, seconds, env: settingsOf(command), ...(tests !== undefined && { tests }) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** `A=1 B=2 program`: what the command line itself sets. */
function settingsOf(command: string): Readonly<Record<string, string>> {
  const settings: Record<string, string> = {}
  for (const word of command.split(' ')) {
    const [, name = '', value = ''] = /^([A-Z_]+)=(\S*)$/.exec(word) ?? []
    if (name === '') break
    settings[name] = value
  }
  return settings
}

/** In a process group of its own, so that Ctrl-C ends the bench with its children before it ends this program. */
async function shell(command: string, aborted: AbortSignal): Promise<{ output: string; exit: number }> {
  const child = spawn('sh', ['-c', command], {
    cwd: REPO,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk: Buffer) => (out += String(chunk)))
  child.stderr.on('data', (chunk: Buffer) => (err += String(chunk)))
  const end = (): void => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
  }
  aborted.addEventListener('abort', end, { once: true })
  const exit = await new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? 1)))
  aborted.removeEventListener('abort', end)
  // what was said to people comes first: the last JSON value of the whole is that of stdout
  return { output: `${err}\n${out}`, exit }
}
