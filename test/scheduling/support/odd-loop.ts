import { readdirSync, readFileSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { Worker } from 'node:worker_threads'
import { holdRealTimePriority } from '#adapters/scheduling/real-time.js'

/** A program with a rank that does what a reflex loop should not do; says one JSON object a line. */
const say = (what: object): boolean => process.stdout.write(`${JSON.stringify(what)}\n`)
const [odd, endAfterMs] = process.argv.slice(2)
const rank = holdRealTimePriority({ endAfterMs: Number(endAfterMs), report: (text) => say({ text }) })
const policyOf = (stat: string): number => Number(readFileSync(stat, 'utf8').split(') ')[1]?.split(' ')[38])

say({
  ...rank.now(),
  limits: /realtime priority +(\S+) +(\S+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.slice(1),
})
if (odd === 'children') {
  new Worker('setTimeout(() => undefined, 60000)', { eval: true })
  const child = spawn('sleep', ['60'])
  const takes = spawn('chrt', ['--rr', '20', 'true'])
  takes.on('exit', (code) => {
    const threads = readdirSync('/proc/self/task')
      .filter((tid) => tid !== String(process.pid))
      .map((tid) => policyOf(`/proc/self/task/${tid}/stat`))
    say({
      main: policyOf('/proc/self/stat'),
      threads,
      child: policyOf(`/proc/${child.pid}/stat`),
      takes: code,
    })
    child.kill()
    process.exit(0)
  })
} else if (odd === 'storm') {
  const turn = (): void => {
    if (rank.now().realTime) setImmediate(turn)
    else say({ policy: policyOf('/proc/self/stat') })
  }
  turn()
} else
  setTimeout(() => {
    for (;;);
  }, 10)
