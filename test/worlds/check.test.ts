import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { EXIT } from '#app/command-line/exit-code.js'
import { checkWorld, type CheckOptions } from '#cli/world/check.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import { projectFile } from '#documents/read-text-file.js'
import { locateWorld } from '#worlds/files/locate-world.js'
import { explore } from '#worlds/prove/explore.js'
import { proveWorld } from '#worlds/prove/prove-world.js'
import { searchPlan } from '#worlds/search/search-plan.js'
import { loadTask } from '#worlds/task/load-task.js'
import { withTask } from '#worlds/task/with-task.js'
import { Recorder } from '../cli/bt/bench.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

let folder = ''
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'graft-check-'))))
afterAll(() => rmSync(folder, { recursive: true }))

async function check(world: string, options: Partial<CheckOptions> = {}) {
  const io = new Recorder({ env: {} })
  const code = await checkWorld(world, { limit: 300, json: false, ...options }, io)
  return { code, text: `${io.text}${io.errors}` }
}

it('a folder is checked alike however its path is written', async () => {
  const world = join(folder, 'lift')
  cpSync(join(root, 'test/worlds/foreign/lift'), world, { recursive: true })
  await check(world, { write: true })
  const here = relative(process.cwd(), world)
  for (const path of [`./${here}`, `${world}/`, `${folder}/./lift`]) {
    const { code, text } = await check(path)
    expect([path, code, text]).toEqual([
      path,
      EXIT.ok,
      expect.stringContaining('policy/reference.xml: passes'),
    ])
  }
})

it('a task that is new is told, the order of its start is not', async () => {
  const world = join(folder, 'tasks')
  cpSync(join(root, 'test/worlds/foreign/lift'), world, { recursive: true })
  const task = readFileSync(join(world, 'task.yaml'), 'utf8')
  writeFileSync(join(world, 'task.yaml'), `${task}start: { lift_at: first, where(tenant): first }\n`)
  await check(world, { write: true })
  mkdirSync(join(world, 'tasks'))
  writeFileSync(join(world, 'task.yaml'), `${task}start: { where(tenant): first, lift_at: first }\n`)
  writeFileSync(join(world, 'tasks', 'up.yaml'), 'task: up\ntext: Up.\ngoals: [lift_at = second]\n')
  const { text } = await check(world)
  expect(text).toContain('no example for the task up')
  expect(text).not.toContain('the task has changed')
})

it('--write writes what the next check reads: long judgements, sentences of two lines', async () => {
  const world = join(folder, 'scale')
  mkdirSync(world)
  const text = (most: number): string => `domain: scale
text: A scale weighs a parcel.
types: { x: [y] }
state: { grams: { is: 0..${most}, start: unknown }, shipped: { is: bool, start: false } }
skills:
  Weigh: { text: weigh, checks: [], observes: [grams], expected: [known(grams)] }
  Ship:
    text: ship
    checks: [{ id: weighed, text: weighed, holds: known(grams) }]
    effect: [shipped := true]
    expected: [shipped]
`
  writeFileSync(join(world, 'world.yaml'), text(199))
  writeFileSync(
    join(world, 'task.yaml'),
    "task: ship\ntext: Ship.\ngoals:\n  - text: |\n      it's shipped,\n      and weighed\n    holds: shipped\n",
  )
  const { code, text: same } = await check(world, { write: true })
  expect([code, same]).toEqual([EXIT.ok, expect.stringContaining('all is as expect.yaml says')])
  writeFileSync(join(world, 'world.yaml'), text(198))
  expect((await check(world)).text).toMatch(/Weigh in this state: grams := 0 or grams := 1 or .* … \(/)
})

const ROOM = `domain: room
text: A robot opens a window when it is day and dry, and shuts it at night.
types: { thing: [window] }
state:
  day: { is: bool, start: false, text: seen by a light sensor }
  dry: { is: bool, start: false, text: seen by a rain sensor }
  open: { is: bool, start: false }
skills:
  Open:
    text: open the window
    checks:
      - { id: fair, text: it is day and dry, holds: day and dry }
      - { id: shut, text: it is shut, holds: not open }
    effect: [open := true]
    expected: [open]
  Shut:
    text: shut the window
    checks:
      - { id: opened, text: it is open, holds: open }
      - { id: night, text: it is night, holds: not day }
    effect: [open := false]
    expected: [not open]
`

it('what only sensors can say is looked at in all combinations, whatever steps have changed', () => {
  const domain = must(parseDomainText(ROOM, 'room.yaml'), 'room')
  const { states, complete } = explore(domain, { limit: 100 })
  expect([states.length, complete]).toEqual([8, true])
  expect(proveWorld(domain, { limit: 100 }).findings.map(({ code }) => code)).toEqual([
    'fact-untouched',
    'fact-untouched',
  ])
})

it('where not all of a value is tried, nothing is called complete', () => {
  const text = ROOM.replace('dry: { is: bool, start: false', 'dry: { is: 0..40, start: 0').replace(
    'day and dry }',
    'day and dry = 30 }',
  )
  const { states, complete } = explore(must(parseDomainText(text, 'room.yaml'), 'room'), { limit: 100 })
  expect([states.length < 100, complete]).toEqual([true, false])
})

const CUPS = `domain: sink
text: Cups to wash.
types: { cup: [a, b, c] }
state: { clean(cup): { is: bool, start: false } }
skills:
  Wash: { text: wash, ports: { cup: cup }, checks: [], effect: ['clean(?cup) := true'], expected: ['clean(?cup)'] }
`

it.each([
  [1, 3, 297],
  [150, 1, -50],
])(
  'of what counts, a plan earns as much as is worth its time: at %i s a step, %i cups',
  (seconds, cups, points) => {
    const world = must(parseDomainText(CUPS, 'sink.yaml'), 'sink')
    const task = `task: t
text: t
goals: [clean(a)]
score: [{ label: clean, points: 100, count: 'count ?c in cup (clean(?c))' }]
perSecond: -1
`
    const domain = withTask(world, must(loadTask(task, 'task.yaml', world), 'task'))
    const plan = searchPlan(domain, domain.initial, () => seconds)
    expect([plan?.steps.length, plan?.points]).toEqual([cups, points])
  },
)

it('a name is the shipped world, and only otherwise a folder; what looks like a path is one', async () => {
  expect(locateWorld('service')).toBe(projectFile('worlds/service'))
  expect(['./service', 'service.d', 'a/service', 'nothing'].map(locateWorld)).toEqual([
    './service',
    'service.d',
    'a/service',
    'nothing',
  ])
  const { code, text } = await check('task-board')
  expect([code, text]).toEqual([EXIT.ok, expect.stringContaining('trees/solve-board.xml: passes')])
})

it('two tasks of one name are refused with both places', async () => {
  const world = join(folder, 'twice')
  cpSync(join(root, 'test/worlds/foreign/lift'), world, { recursive: true })
  mkdirSync(join(world, 'tasks'))
  cpSync(join(world, 'task.yaml'), join(world, 'tasks', 'other.yaml'))
  const { code, text } = await check(world)
  expect([code, text]).toEqual([
    EXIT.no,
    expect.stringMatching(/there are two tasks both[^]*task\.yaml and .*other\.yaml/),
  ])
})
