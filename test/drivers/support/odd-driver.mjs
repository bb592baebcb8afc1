// A driver without any law: it answers what a lawful one would, and then does the one thing that it was started for.
import { createInterface } from 'node:readline'
import { spawn } from 'node:child_process'
import { closeSync } from 'node:fs'

const how = process.argv[2]
const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const hello = {
  contract: { major: 1, minor: 0 },
  robot: 'odd',
  boot: String(process.pid),
  skills: [{ name: 'Move', params: ['ms'], timeoutMs: 5000 }],
  facts: [],
  pictures: [],
  stopMs: 200,
  heartbeatMs: 400,
}
let heard = 0
let moving = false
let quiet = false
const beat = () => quiet || say({ method: 'heartbeat', params: { heard, moving, safe: false } })

const acts = {
  lawful: () => undefined,
  exits: () => {
    process.stderr.write('motor 3 is on fire\n')
    process.exit(3)
  },
  kills: () => process.kill(process.pid, 'SIGKILL'),
  hangs: () => {
    for (;;);
  },
  garbage: () => process.stdout.write(Buffer.alloc(65_536, 'z\n')),
  binary: () => process.stdout.write(Buffer.from('\xff\xfe\n'.repeat(100), 'latin1')),
  long: () => {
    quiet = true
    const part = Buffer.alloc(1_000_000, 0x61)
    let parts = 0
    const more = () => {
      while (parts < 100) {
        parts++
        if (!process.stdout.write(part)) return process.stdout.once('drain', more)
      }
      process.stdout.write('\n')
    }
    more()
  },
  half: () => process.stdout.write('{"jsonrpc":"2.0","method":', () => process.exit(0)),
  flood: () => {
    const line = `${JSON.stringify({ jsonrpc: '2.0', method: 'facts', params: { facts: [] } })}\n`
    const many = line.repeat(1000)
    const more = () => {
      while (process.stdout.write(many));
      process.stdout.once('drain', more)
    }
    more()
  },
  shouts: () => {
    const many = 'x'.repeat(5000).concat('\n').repeat(100)
    const more = () => {
      while (process.stderr.write(many));
      process.stderr.once('drain', more)
    }
    more()
  },
  // it lives on, with nothing more to say
  closes: () => {
    quiet = true
    closeSync(1)
  },
  // of such a death, Node.js prints a stack and its version last
  throws: () => {
    throw new Error('no power')
  },
  deaf: () => process.stdin.pause(),
  // a session of its own is killed with nobody
  strays: () => {
    const child = spawn('sleep', ['60'], { stdio: ['ignore', 'inherit', 'inherit'], detached: true })
    process.stderr.write(`stray ${child.pid}\n`, () => process.exit(0))
  },
  // something else holds its output open after it has gone
  orphans: () => {
    spawn('sleep', ['60'], { stdio: ['ignore', 'inherit', 'ignore'] })
    setTimeout(() => process.exit(0), 50)
  },
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (method === 'heartbeat') {
    heard = params.n
    return beat()
  }
  say({ id, result: method === 'hello' ? hello : method === 'observe' ? { facts: [] } : {} })
  if (method === 'execute') {
    moving = true
    acts[how]()
  }
  if (method === 'stop' || method === 'estop') moving = false
})
// it does not end when graft closes its input
process.stdin.on('end', () => setInterval(() => undefined, 1000))
