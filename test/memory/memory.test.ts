import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { describe, expect, it, vi } from 'vitest'
import { must } from '#base/result.js'
import { addMemoryCommand } from '#cli/memory/memory-command.js'
import { storedLessons, tasksDone, type LessonBook } from '#memory/lesson-book.js'
import { importLessons, lessonsText } from '#memory/lessons-file.js'
import { recall } from '#memory/recall.js'
import { remember, type Outcome } from '#memory/remember.js'
import { attemptsOf, lessonOf, stateOf, tabletop } from '../instructions/lessons/support/lessons.js'
import { newFolder, openStore } from '../store/site/support/store.js'

const outcome = (item: string, more: Partial<Outcome> = {}): Outcome => ({
  key: { instruction: `put the ${item} away`, scene: 'a table' },
  domain: tabletop,
  robot: 'arm',
  attempts: attemptsOf(
    stateOf(tabletop),
    [`Pick item=${item}`, 'failed'],
    [`Pick item=${item} approach=from_side`, { [`location(${item})`]: 'gripper' }],
  ),
  recalled: [],
  completed: true,
  ...more,
})

const order = (text: string, goals: readonly string[]) => ({
  order: text,
  goals,
  domain: tabletop,
  state: tabletop.initial,
})

async function taught(dir: string, ...items: readonly string[]): Promise<void> {
  const store = openStore({ dir })
  for (const item of items) must(await remember(store, outcome(item)), 'a task')
  await store.close()
}

describe('long-term memory in the store', () => {
  it('PRAG-07, PRAG-08: what one task taught is recalled for the next, and counted', async () => {
    const store = openStore({ dir: newFolder() })
    must(await remember(store, outcome('red_cube')), 'the first task')
    const second = must(await remember(store, outcome('blue_cube')), 'the second task')
    expect(second).toMatchObject({ task: 2, forgotten: [], lessons: [{ scope: { item: 'cube' } }] })
    const found = recall(store, order('put the green cube on the mat', ['location(green_cube) = mat']))
    expect(found).toMatchObject({
      known: 1,
      problems: [],
      key: { instruction: 'put the green cube on the mat' },
    })
    expect(found.lessons.map(({ lesson }) => lesson.scope)).toEqual([{ item: 'cube' }])
    const ids = found.lessons.map(({ lesson }) => lesson.id)
    must(await remember(store, outcome('green_cube', { recalled: ids })), 'the third task')
    const { lessons } = storedLessons(store, 'tabletop')
    expect(lessons).toMatchObject([{ use: { times: 1, last: 3 }, evidence: { held: 3, failed: 0 } }])
    expect(tasksDone(store, 'tabletop')).toBe(3)
  })

  it('PRAG-11: a frozen memory refuses to be written, and says so', async () => {
    const store = openStore({ dir: newFolder() })
    const refused = await remember(store, outcome('ball'), true)
    expect(refused).toMatchObject({ ok: false, error: { code: 'memory.frozen' } })
    expect([storedLessons(store).lessons.length, tasksDone(store, 'tabletop')]).toEqual([0, 0])
  })

  it('what cannot be written is an error, and nothing of it is there', async () => {
    const broken: LessonBook = {
      memories: () => [],
      changeMemory: () =>
        Promise.resolve({ ok: false, error: { code: 'store.full', severity: 'error', message: 'x' } }),
    }
    expect(await remember(broken, outcome('ball'))).toMatchObject({
      ok: false,
      error: { code: 'store.full' },
    })
  })

  it('a row that cannot be read is reported and hides no other', async () => {
    const store = openStore({ dir: newFolder() })
    must(await remember(store, outcome('ball')), 'a task')
    for (const [key, json] of [
      ['a', 'not json'],
      ['b', '{"id":1}'],
    ] as const)
      must(await store.remember('lesson', 'tabletop', key, json), 'a row')
    const { lessons, problems } = storedLessons(store, 'tabletop')
    expect([lessons.length, problems.map(({ code }) => code)]).toEqual([
      1,
      ['memory.unreadable', 'memory.unreadable'],
    ])
    expect(recall(store, order('x', []))).toMatchObject({ known: 1 })
  })

  it('without a store nothing is remembered', () =>
    expect(recall(undefined, order('x', []))).toMatchObject({ lessons: [], known: 0 }))

  it('PRAG-21: lessons of another robot come in quarantine, or active where the twin agrees', () => {
    const good = lessonOf({ for: { item: 'ball' }, prefer: 'Pick item=?item approach=from_side' })
    const text = lessonsText([good, lessonOf({ avoid: 'Fly high=up' })])
    const taken = must(importLessons(text, 'x.yaml', { robot: 'other', domain: tabletop }), 'lessons')
    expect(taken.lessons.map(({ status }) => status)).toEqual(['active', 'quarantined'])
    expect(taken.notes).toMatchObject([{ code: 'lesson.unknown-skill', where: { file: 'x.yaml' } }])
  })
})

describe('graft memory', () => {
  async function graft(...args: readonly string[]) {
    const said = { out: '', err: '', code: 0 }
    const spies = [
      vi.spyOn(process.stdout, 'write').mockImplementation((text) => (said.out += String(text)) !== ''),
      vi.spyOn(process.stderr, 'write').mockImplementation((text) => (said.err += String(text)) !== ''),
    ]
    const program = new Command('graft')
    addMemoryCommand(program, (code) => void (said.code = code))
    await program.parseAsync(['memory', ...args], { from: 'user' }).finally(() => {
      for (const spy of spies) spy.mockRestore()
    })
    return said
  }

  it('lists, shows, edits, exports, imports and forgets', async () => {
    const dir = newFolder()
    await taught(dir, 'red_cube', 'blue_cube')
    const listed = await graft('list', '--state', dir)
    expect(listed.out).toContain(
      'Pick a cube (approach: from side) rather than Pick a cube (approach: from above).',
    )
    const [id = ''] = listed.out.split(' ')
    expect((await graft('show', id.slice(0, 4), '--state', dir)).out).toContain('prefer: Pick item=?item')
    expect(JSON.parse((await graft('list', '--state', dir, '--json')).out)).toMatchObject({
      id,
      status: 'active',
    })

    const file = join(dir, 'lessons.yaml')
    expect(await graft('export', file, '--state', dir)).toMatchObject({ code: 0, out: `${file}\n` })
    writeFileSync(file, readFileSync(file, 'utf8').replace('item: cube', 'item: object'))
    expect(await graft('edit', id, '--state', dir, '--from', file)).toMatchObject({ code: 0 })
    expect((await graft('show', id, '--state', dir)).out).toContain('item: object')

    const other = newFolder()
    expect(await graft('import', file, '--state', other, '--world', 'tabletop')).toMatchObject({ code: 0 })
    expect((await graft('list', '--state', other)).out).toContain('Pick a object'.replace('a o', 'an o'))
    expect(await graft('forget', id, '--state', dir)).toMatchObject({ code: 0 })
    expect((await graft('list', '--state', dir)).err).toContain('nothing has been learned yet')
  })

  it('says at its line what is wrong with an edited lesson, and stores nothing', async () => {
    const dir = newFolder()
    await taught(dir, 'ball')
    const file = join(dir, 'lessons.yaml')
    await graft('export', file, '--state', dir)
    const before = (await graft('list', '--state', dir)).out
    writeFileSync(file, readFileSync(file, 'utf8').replace('prefer: Pick', 'prefer: Pcik'))
    const refused = await graft('edit', before.slice(0, 6), '--state', dir, '--from', file)
    expect(refused).toMatchObject({ code: 2, out: '' })
    expect(refused.err).toMatch(
      /lessons\.yaml:\d+:\d+: error lesson\.unknown-skill[\s\S]*did you mean Pick\?/,
    )
    expect((await graft('list', '--state', dir)).out).toBe(before)
  })

  it.each([
    [['show', 'zz'], 'memory.no-lesson'],
    [['forget'], 'memory.which'],
    [['forget', 'ab', '--all'], 'memory.which'],
    [['list', '--world', 'nowhere'], 'domain.'],
  ])('%j is refused with exit code 2', async (args, code) => {
    const dir = newFolder()
    await taught(dir, 'ball')
    const refused = await graft(...args, '--state', dir)
    expect(refused.code).toBe(2)
    expect(refused.err).toContain(code)
  })
})
