import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { writeLines } from '#adapters/store/line-log.js'
import { EXIT } from '#app/command-line/exit-code.js'
import { defaultRunOptions } from '#app/command-line/order-options.js'
import { cutOffOrders } from '#app/orders/found-orders.js'
import { KeptOrder } from '#app/orders/kept-order.js'
import { loadWorld } from '#app/world/load-world.js'
import { err, must } from '#base/result.js'
import { executeDo } from '#cli/do/execute-do.js'
import { projectFile } from '#documents/read-text-file.js'
import { newFolder } from '../../store/site/support/store.js'

/** What happens while the question is open, and what is answered then. */
const asked = vi.hoisted(() => ({ answer: (): string | null => null }))
vi.mock(import('#app/connections/operator.js'), async (original) => ({
  ...(await original()),
  prompt: () => Promise.resolve(asked.answer()),
}))

let said = ''
beforeEach(() => {
  said = ''
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => (said += String(text)) !== '')
})
afterEach(() => vi.restoreAllMocks())

const { domain } = must(await loadWorld({ world: 'home' }), 'the home')
const goal = { text: 'the fridge is open', formula: 'open(fridge)' }
const ORDER = {
  ...{ order: 'open the fridge', world: 'home', seed: 1, faults: 'none' as const },
  reading: { goals: [goal], never: [], order: [] },
  task: { task: 'order', text: 'open the fridge', goals: [{ text: goal.text, holds: goal.formula }] },
}
const GO = { skill: 'GoTo', args: { place: 'fridge' } }
const OPEN = { skill: 'Open', args: { container: 'fridge' } }
const LINES = [
  { kind: 'order', format: 1, ...ORDER },
  { kind: 'plan', steps: [GO, OPEN], belief: {}, unclear: [] },
  { kind: 'begun', ...GO, belief: {} },
]
const fileIn = (out: string) => join(out, 'orders', 'home', 'order.jsonl')

/** A folder of runs with this in the place of the log. */
function having(text: string): string {
  const out = newFolder()
  mkdirSync(join(out, 'orders', 'home'), { recursive: true })
  writeFileSync(fileIn(out), text)
  return out
}
const onlyCut = (out: string) => {
  const [cut] = cutOffOrders(out)
  if (cut === undefined) throw new Error('an order was cut off')
  return cut
}
/** As another process leaves it that is killed in the first step. */
async function cutOffAgain(kept: KeptOrder): Promise<void> {
  await kept.plan([GO, OPEN], domain.initial)
  kept.begins(GO, domain.initial)
  await kept.close(false)
}
/** One that was cut off in its first step. */
async function cutOff(more: object = {}): Promise<string> {
  const out = newFolder()
  await cutOffAgain(must(KeptOrder.begin({ root: out, domain }, { ...ORDER, ...more }), 'the log'))
  return out
}

function run(order: string, out: string, more: object = {}) {
  const options = { ...defaultRunOptions(), world: 'home', yes: true, plan: false, memory: false, out }
  return executeDo(order, { ...options, ...more }, new AbortController().signal)
}
const runsIn = (out: string) => readdirSync(out).filter((name) => name !== 'orders')

describe('whoever agrees has agreed to what was shown', () => {
  it('nobody goes on with an order that another process has gone on with meanwhile', async () => {
    const out = await cutOff()
    let closing: Promise<void> | undefined
    asked.answer = () => {
      const cut = onlyCut(out)
      const kept = must(KeptOrder.goOn({ root: out, domain }, cut), 'the log')
      kept.begins(OPEN, domain.initial)
      closing = kept.close(false)
      return 'yes'
    }
    expect(await run('', out, { goOn: true, yes: false })).toBe(EXIT.usage)
    await closing
    expect(said).toMatch(/error do\.changed-meanwhile: /)
    expect(runsIn(out)).toEqual([])
    expect(onlyCut(out).inFlight).toEqual(OPEN)
  })

  it('nor with one that is over by then', async () => {
    const out = await cutOff()
    const shown = onlyCut(out)
    await must(KeptOrder.goOn({ root: out, domain }, shown), 'the log').close(true)
    expect(KeptOrder.goOn({ root: out, domain }, shown)).toMatchObject({
      error: { code: 'do.changed-meanwhile' },
    })
    expect(existsSync(fileIn(out))).toBe(false)
  })

  it('a new order does not take the place of one that was begun and cut off meanwhile', async () => {
    const out = newFolder()
    asked.answer = () => {
      const kept = must(KeptOrder.begin({ root: out, domain }, ORDER), 'the log')
      kept.begins(GO, domain.initial)
      void kept.close(false)
      return 'yes'
    }
    expect(await run('open the cabinet', out, { yes: false })).toBe(EXIT.usage)
    expect(said).toMatch(/error do\.cut-off-meanwhile: the order "open the fridge" /)
    expect(runsIn(out)).toEqual([])
    expect(onlyCut(out).inFlight).toEqual(GO)
  })

  it('something has moved, also where a later plan has seen what came of it', async () => {
    const out = await cutOff()
    const kept = must(KeptOrder.goOn({ root: out, domain }, onlyCut(out)), 'the log')
    await kept.plan([OPEN], domain.initial)
    await kept.close(false)
    expect(onlyCut(out)).toMatchObject({ hasBegun: true, inFlight: undefined, ended: [] })
    expect(KeptOrder.begin({ root: out, domain }, ORDER).ok).toBe(false)
  })
})

describe('what is kept of an order and cannot be read', () => {
  const whole = writeLines(LINES)
  const lines = whole.split('\n')
  const damaged = {
    'a first line that is damaged': whole.replace('open the fridge', 'open the cabin'),
    'a first line of another version': writeLines([{ ...LINES[0], format: 2 }, ...LINES.slice(1)]),
    'a first line alone that is none': 'an order\n',
    'a damaged line in the middle': [lines[0], lines[1]?.replace('GoTo', 'GoOn'), lines[2], ''].join('\n'),
    'a line in the middle of another version': writeLines([
      LINES[0] ?? {},
      { kind: 'danced' },
      LINES[2] ?? {},
    ]),
  }
  it.each(Object.entries(damaged))('stands in the way and stays: %s', async (_, text) => {
    const out = having(text)
    expect(await run('open the cabinet', out)).toBe(EXIT.usage)
    expect(await run('', out, { goOn: true })).toBe(EXIT.usage)
    expect(said.match(/error do\.log-damaged: line [12] of /g)).toHaveLength(2)
    expect(KeptOrder.begin({ root: out, domain }, ORDER).ok).toBe(false)
    expect(readFileSync(fileIn(out), 'utf8')).toBe(text)
    expect(runsIn(out)).toEqual([])
    expect(await run('open the cabinet', out, { plan: true })).toBe(EXIT.ok)
    expect(await run('', out, { forget: true })).toBe(EXIT.ok)
    expect(existsSync(fileIn(out))).toBe(false)
  })

  it.each([
    ['first', whole.slice(0, 40)],
    ['second', whole.slice(0, (lines[0]?.length ?? 0) + 40)],
  ])('is no trouble where a crash has torn the %s line: nothing had moved', async (_, text) => {
    const out = having(text)
    const kept = must(KeptOrder.begin({ root: out, domain }, { ...ORDER, order: 'another' }), 'the log')
    kept.begins(GO, domain.initial)
    await kept.close(false)
    expect(onlyCut(out).order.order).toBe('another')
  })

  const inItsPlace = {
    'a folder': (file: string) => mkdirSync(file, { recursive: true }),
    'a link': (file: string) => {
      mkdirSync(join(file, '..'), { recursive: true })
      writeFileSync(join(file, '..', 'other'), writeLines(LINES.slice(0, 1)))
      symlinkSync('other', file)
    },
    'a file for its folder': (file: string) => {
      mkdirSync(join(file, '..', '..'), { recursive: true })
      writeFileSync(join(file, '..'), '')
    },
  }
  it.each(Object.entries(inItsPlace))('is said, with what to do, where there is %s', async (_, put) => {
    const out = newFolder()
    put(fileIn(out))
    expect(await run('open the cabinet', out)).toBe(EXIT.usage)
    expect(said).toMatch(/error (do\.log-unreadable|run\.(disk|folder)): /)
    expect(said).toMatch(/move (it )?away|choose another/)
    for (const more of [{ goOn: true }, { forget: true }]) {
      const code = await run('', out, { ...more, world: 'home', given: new Set(['world']) })
      expect(code).not.toBe(EXIT.ok)
    }
    expect(await run('open the cabinet', out, { plan: true })).toBe(EXIT.ok)
    expect(runsIn(out)).toEqual([])
  })
})

describe('graft do --resume', () => {
  it('--plan leaves an order alone of which nothing is left to do', async () => {
    const out = newFolder()
    const kept = must(KeptOrder.begin({ root: out, domain }, ORDER), 'the log')
    const there = new Map([...domain.initial, ['at', 'fridge'], ['robot_in', 'kitchen']] as const)
    const after = new Map([...there, ['open(fridge)', true]] as const)
    await kept.plan([OPEN], there)
    kept.begins(OPEN, there)
    const command = { skill: OPEN.skill, written: OPEN.args } as never
    kept.ended({ command, result: 'done', text: '', before: there, after } as never, true)
    await kept.close(false)
    expect(await run('', out, { goOn: true, plan: true })).toBe(EXIT.ok)
    expect(said).toMatch(/It is done: nothing was left to do\.\n$/)
    expect(cutOffOrders(out)).toHaveLength(1)
    expect(await run('', out, { goOn: true })).toBe(EXIT.ok)
    expect(cutOffOrders(out)).toEqual([])
  })

  it('goes on in the world of the order, and in no other that has its name', async () => {
    const copy = join(realpathSync(newFolder()), 'my-home')
    cpSync(projectFile('worlds/home'), copy, { recursive: true })
    const begin = vi.spyOn(KeptOrder, 'begin').mockReturnValue(err({} as never))
    const places: unknown[] = []
    for (const world of [copy, 'home', projectFile('worlds/home')]) {
      await run('open the cabinet', newFolder(), { world })
      places.push(begin.mock.lastCall?.[1].place)
    }
    expect(places).toEqual([copy, 'home', 'home'])
    begin.mockRestore()

    const out = await cutOff({ place: copy })
    expect(await run('', out, { goOn: true, plan: true })).toBe(EXIT.usage)
    expect(said).toContain(`error do.world-not-named: the order was given in the world ${copy}`)
    const named = { goOn: true, plan: true, given: new Set(['world']) }
    expect(await run('', out, { ...named, world: 'home' })).toBe(EXIT.usage)
    expect(said).toContain('error do.elsewhere: ')
    expect(said).toContain(`--world ${copy}`)
    expect(await run('', out, { ...named, world: copy })).toBe(EXIT.ok)
    expect(cutOffOrders(out)).toHaveLength(1)

    const shipped = await cutOff({ place: 'home' })
    expect(await run('', shipped, { ...named, world: copy })).toBe(EXIT.usage)
    expect(await run('', shipped, { goOn: true, plan: true })).toBe(EXIT.ok)
  })
})
