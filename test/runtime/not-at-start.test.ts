import { describe, expect, it } from 'vitest'
import { must, ok } from '#base/result.js'
import { bodyOf } from '#app/world/world-robots.js'
import { SLOT_RULES } from '#learning/slots.js'
import { worldCritic } from '#learning/world/critic.js'
import { run } from '#runtime/run.js'
import { prepareWorldEpisode, type WorldEpisode } from '#runtime/world/prepare.js'
import { worldRules } from '#runtime/world/task.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import { loadTask } from '#worlds/task/load-task.js'
import { notAsTaskBegins } from '#worlds/task/task-start.js'
import { withTask } from '#worlds/task/with-task.js'
import type { Value } from '#worlds/value.js'
import type { CartOptions } from './support/braking-cart.js'
import { cartRobot, cartWorld } from './support/cart-world.js'

const CART = { stopMs: 1000, driveMs: 500, brakeMs: 200 }

const NO_RUN = { records: [], cutShort: null, why: '' }

/**
 * Two episodes of a cart that nobody puts back.
 * @param places where it stands as each attempt begins
 */
async function twoEpisodes(
  places: readonly string[],
  { setUpAgain, ...cartIs }: { readonly setUpAgain?: () => Promise<boolean> } & Partial<CartOptions>,
) {
  const world = cartWorld('<Go place="table"/>')
  const domain = withTask(world.domain, world.task)
  const rules = worldRules(domain)
  const sent: string[][] = []
  const ended = await run<WorldEpisode>(
    {
      field: 'cart/t',
      seed: 1,
      episodes: 2,
      start: world.policy,
      before: [],
      learn: {
        actor: {
          id: 'nobody',
          propose: ({ tree }) =>
            Promise.resolve({ patch: [], tree, tries: [], confidence: 1, why: 'nothing' }),
        },
        task: rules,
        rules: { ...SLOT_RULES, worked: (sheet) => rules.worked(sheet), strictAlg1: false },
        treeOf: () => world.policy,
      },
    },
    {
      prepare: (episode, doc, before) => {
        const beginsAt = places[sent.length] ?? 'dock'
        const { robot, cart } = cartRobot({ ...CART, beginsAt, ...cartIs })
        const kinds: string[] = []
        sent.push(kinds)
        const send = cart.send.bind(cart)
        cart.send = (message) => (kinds.push(message.kind), send(message))
        const control = { mayMove: () => Promise.resolve(true), stopRequested: () => false }
        const body = bodyOf(world, { ...robot, laidByPeople: true }, { episode, listen: () => undefined })
        const { library } = world
        const setting = { episode, doc, before, domain, library, body, control, critic: worldCritic }
        return Promise.resolve(ok(prepareWorldEpisode({ ...setting, armedBy: 'x', listen: () => undefined })))
      },
      listen: () => undefined,
      commit: () => undefined,
      awaitReconnection: () => Promise.resolve(false),
      ...(setUpAgain && { setUpAgain }),
    },
  )
  return {
    ended,
    end: ended.ok ? ended.value : NO_RUN,
    drove: sent.map((kinds) => kinds.includes('execute')),
  }
}

describe('a robot that nobody has put back where its task begins', () => {
  it('begins no episode, and says what differs: it would only teach what is wrong', async () => {
    const { end, drove } = await twoEpisodes(['dock', 'table'], {})
    expect([end.records.length, end.cutShort, drove]).toEqual([1, 'not-at-start', [true, false]])
    expect(end.why).toMatch(
      /^the scene is not where the task begins: at is table, and the task begins with dock\n/,
    )
    expect(end.why).toMatch(/hint: put the robot and its things back/)
  })

  it('begins the same episode once people have put it back', async () => {
    let asked = 0
    const setUpAgain = () => Promise.resolve(++asked > 0)
    const { end, drove } = await twoEpisodes(['dock', 'table', 'table', 'dock'], { setUpAgain })
    expect([end.cutShort, asked, drove]).toEqual([null, 2, [true, false, false, true]])
    expect(end.records.map(({ episode }) => episode)).toEqual([1, 2])
  })

  it.each([
    ['whose driver dies before its start is known', { diesAfterReset: 480 }, 'no-answer', 'it died'],
    ['that shows nothing at all', { blind: true }, 'not-at-start', 'its sensors have shown nothing'],
    [
      'that becomes SAFE meanwhile',
      { safeAfterReset: 300 },
      'not-armed',
      'it became SAFE before the episode',
    ],
  ])('%s begins none either', async (_, cartIs, kind, text) => {
    const { ended, drove } = await twoEpisodes(['table'], cartIs)
    expect(ended).toMatchObject({ ok: false, error: { kind, text: expect.stringContaining(text) as string } })
    expect(drove).toEqual([false])
  })

  it('may go there by itself when it is reset', async () => {
    const { end, drove } = await twoEpisodes(['table', 'table'], { homes: true })
    expect([end.cutShort, drove]).toEqual([null, [true, true]])
  })
})

describe('what counts as another start', () => {
  const world = must(
    parseDomainText(
      `
domain: d
text: d
types: { place: [dock, table] }
state:
  at: { is: place, start: dock }
  door: { is: bool, start: unknown }
  charge: { is: 0..100, start: 100 }
  ml: { is: 0..500, start: 0 }
  g: { is: 0..500, start: 0 }
definitions: { heavy: g > 100 }
skills:
  Go: { text: go, ports: { place: place }, checks: [], effect: ['at := ?place'], expected: [at = ?place] }
`,
      'world.yaml',
    ),
    'world',
  )
  const task = must(loadTask('task: t\ntext: t\ngoals: [ml > 100, not heavy]\n', 'task.yaml', world), 'task')
  const differing = (shown: Readonly<Record<string, Value>>) =>
    notAsTaskBegins(withTask(world, task), (fact) => shown[fact])

  it.each([
    ['nothing is seen', {}, []],
    ['all is as it begins', { at: 'dock', ml: 0, charge: 100 }, []],
    ['a fact that may begin as anything', { door: true }, []],
    ['a number of which the task says nothing', { charge: 40 }, []],
    ['a place', { at: 'table' }, ['at is table, and the task begins with dock']],
    ['a number of the task', { ml: 250 }, ['ml is 250, and the task begins with 0']],
    ['a number of the task, through a definition', { g: 10 }, ['g is 10, and the task begins with 0']],
  ])('%s', (_, shown, differences) => expect(differing(shown)).toEqual(differences))
})
