import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Request, Subscriber } from 'zeromq'
import { expect, it } from 'vitest'
import type { Entry } from '../bt/monitor/support/replay.js'

const entries = readFileSync(new URL('../bt/monitor/golden/vectors.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Entry)

/** What is not the same from run to run, or on purpose not the reference's (`test/bt/monitor/golden.test.ts`). */
const NOT_COMPARED = new Set(['full_tree', 'ext_full_tree', 'unlock_bad_json'])

it('the recorded conversation takes the same course through real sockets, with the tree in another process', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'graft-groot-'))
  let executor = await Executor.start('plain', folder)
  let [restarts, commands] = [0, 0]
  const compared = { request: 0, executor: 0, published: 0, silence: 0 }
  for (const entry of entries) {
    switch (entry.op) {
      case 'request': {
        const reply = await executor.ask(entry.request)
        // the silence itself need not be waited for: the next tick stands at the breakpoint until it is long enough
        if (NOT_COMPARED.has(entry.name)) continue
        expect(steady(reply), entry.name).toEqual(steady(entry.reply))
        break
      }
      case 'published':
        expect(await executor.hit()).toEqual(entry.frames[1])
        break
      case 'silence':
        break
      case 'executor':
        if (entry.command.startsWith('(restart')) {
          await executor.quit()
          executor = await Executor.start('ext', folder)
          restarts++
        } else {
          commands++
          expect(await executor.command(slower(entry.command))).toEqual([entry.said].flat())
        }
    }
    compared[entry.op] += 1
  }
  await executor.quit()
  await rm(folder, { recursive: true })
  expect(compared).toEqual({ request: 60, executor: 28, published: 6, silence: 2 })
  expect(restarts + commands).toBe(28)
  expect(commands).toBeGreaterThan(20)
})

/** More patience than the recorded 300 ms, so that a busy machine is not taken for a silent client. */
const slower = (command: string): string => (command === 'hb 300' ? 'hb 2000' : command)

/** Without UUIDs and times. */
function steady([head = '', payload]: readonly string[]): unknown {
  if (head.length !== 44) return [head, payload]
  const type = head.slice(2, 4)
  const shown =
    type === '72'
      ? payload?.length
      : type === '74'
        ? payload?.match(/.{18}/g)?.map((t) => t.slice(12))
        : payload
  return [head.slice(0, 12), shown]
}

class Executor {
  readonly #child
  readonly #lines
  readonly #request = new Request({ linger: 0, receiveTimeout: 20_000 })
  readonly #subscriber = new Subscriber({ linger: 0, receiveTimeout: 20_000 })

  private constructor(mode: string, folder: string) {
    const program = fileURLToPath(new URL('support/groot-executor.ts', import.meta.url))
    this.#child = spawn(process.execPath, ['--import', 'tsx', program, '0', mode, folder], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]()
  }

  static async start(mode: string, folder: string): Promise<Executor> {
    const executor = new Executor(mode, folder)
    const [, address = ''] = (await executor.#line()).split(' ')
    executor.#request.connect(address)
    const connected = new Promise((resolve) => executor.#subscriber.events.on('handshake', resolve))
    executor.#subscriber.connect(address.replace(/\d+$/, (port) => String(Number(port) + 1)))
    executor.#subscriber.subscribe()
    await connected
    return executor
  }

  /** @returns what it said, up to the line that ends the answer */
  async command(command: string): Promise<string[]> {
    this.#child.stdin.write(`${command}\n`)
    const said = [await this.#line()]
    while (command === 'join' && said.at(-1) !== 'joined') said.push(await this.#line())
    return said
  }

  async ask(frames: readonly string[]): Promise<string[]> {
    await this.#request.send(frames.map((hex) => Buffer.from(hex, 'hex')))
    return (await this.#request.receive()).map((frame) => frame.toString('hex'))
  }

  /** @returns the uid's frame of the next publication, as hexadecimal digits */
  async hit(): Promise<string | undefined> {
    const [, uid] = await this.#subscriber.receive()
    return uid?.toString('hex')
  }

  async quit(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once('exit', resolve))
    this.#child.stdin.write('quit\n')
    await ended
    this.#request.close()
    this.#subscriber.close()
  }

  async #line(): Promise<string> {
    const line = await this.#lines.next()
    if (line.done === true) throw new Error('the executor has ended')
    return line.value
  }
}
