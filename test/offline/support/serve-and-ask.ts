import { spawn } from 'node:child_process'
import { openSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Runs inside the namespace: starts the service, asks it through the console until it answers, has it run one episode,
 * stops it. `serve-and-ask TRACE GRAFT`, in the folder of its state; prints what the console said.
 */
const [trace = '', graft = ''] = process.argv.slice(2)
const log = openSync('service.log', 'a')
const serve = spawn(
  'strace',
  [
    ...['-f', '--seccomp-bpf', '-qq', '-e', 'trace=connect,sendto', '-o', trace],
    ...[process.execPath, graft, 'serve'],
  ],
  { stdio: ['ignore', log, log] },
)
const gone = new Promise<number | null>((resolve) => serve.on('close', (code) => resolve(code)))

const status = await answered(['status'])
process.stdout.write(`status ${status}\n`)
const begun = await answered(['run', '--field', 'F1', '--episodes', '1'])
process.stdout.write(`run ${begun}\n`)
process.stdout.write(`stop ${await answered(['stop'])}\n`)
// strace hands the signal of a terminal on, not that of another process
const service = Number(readFileSync(`/proc/${serve.pid}/task/${serve.pid}/children`, 'utf8').split(' ')[0])
process.kill(service, 'SIGTERM')
process.stdout.write(`ended ${String(await gone)}\n`)

/** Asks again for a while: the service comes up, its models are loaded. */
async function answered(words: readonly string[]): Promise<string> {
  for (let i = 0; ; i++) {
    const { code, out, err } = await told(process.execPath, [graft, 'console', ...words, '--json'])
    if (code === 0) return out.trim()
    if (i === 60) return `refused: ${err}${out}`
    await sleep(1000)
  }
}

function told(
  command: string,
  args: readonly string[],
): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err })))
}
