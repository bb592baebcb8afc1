import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EXIT } from '#app/command-line/exit-code.js'
import { addRunOptions } from '#app/command-line/options.js'
import { defaultRunOptions } from '#app/command-line/order-options.js'
import { nothingMoved } from '#cli/do/ask-person.js'
import { addDoCommand } from '#cli/do/do-command.js'
import { executeDo } from '#cli/do/execute-do.js'
import { projectFile } from '#documents/read-text-file.js'
import { newFolder } from '../../store/site/support/store.js'

let [out, said] = ['', '']
beforeEach(() => {
  ;[out, said] = ['', '']
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => (said += String(text)) !== '')
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => (out += String(text)) !== '')
})
afterEach(() => vi.restoreAllMocks())

/** `graft do --plan`, with a memory of its own. */
async function plan(order: string, more: object = {}) {
  const options = {
    ...defaultRunOptions(),
    world: 'service',
    yes: false,
    plan: true,
    memory: true,
    state: newFolder(),
  }
  const code = await executeDo(order, { ...options, ...more }, new AbortController().signal)
  return { code, json: out === '' ? undefined : (JSON.parse(out) as Record<string, unknown>) }
}
/** `--resume` names a run there; here there is one order to go on with. */
const OF_ITS_OWN = ['--world', '--resume']
const asJson = { json: true }

describe('graft do --speaker', () => {
  it.each([
    ['home', 'anna, ben'],
    ['service', 'this world has no people'],
  ])('takes nobody but the people of %s', async (world, expected) => {
    const { code } = await plan('bring me the milk', { world, speaker: 'carl' })
    expect(code).toBe(EXIT.usage)
    expect(said).toContain('there is nobody called carl in this world')
    expect(said).toContain(expected)
  })
})

describe('graft do --help', () => {
  const program = new Command('graft')
  addDoCommand(program, () => undefined)
  const [command] = program.commands
  const flags = new Map(command?.options.map(({ long, description }) => [long, description]))

  it('shows what makes sense for one order', () => {
    expect([...flags.keys()]).toEqual([
      ...[
        '--world',
        '--speaker',
        '--yes',
        '--plan',
        '--resume',
        '--forget',
        '--no-memory',
        '--chat',
        '--chat-model',
        '--config',
      ],
      ...['--scenario', '--seed', '--faults', '--out', '--armed-by', '--wire', '--json', '--state'],
    ])
    expect(command?.opts()).toMatchObject({
      world: 'home',
      memory: true,
      seed: 1,
      faults: 'nominal',
      out: 'runs',
    })
  })

  it('says of an option of graft run what that says', () => {
    const shared = addRunOptions(new Command()).options.filter(
      ({ long }) => !OF_ITS_OWN.includes(long ?? '') && flags.has(long),
    )
    expect(shared).toHaveLength(7)
    for (const { long, description } of shared) expect(flags.get(long)).toBe(description)
  })
})

describe('graft do --plan --json', () => {
  it('says what was understood, with the plan', async () => {
    const { code, json } = await plan('bring the milk to the sofa', asJson)
    expect(code).toBe(EXIT.ok)
    expect(json).toMatchObject({
      order: 'bring the milk to the sofa',
      world: 'service',
      exit: 0,
      kind: 'plan',
      reading: {
        goals: [{ formula: 'location(milk) = sofa', text: 'the milk is at the sofa' }],
        never: [],
        left: [],
      },
      follows: [],
    })
    const { steps } = json?.plan as { steps: { skill: string; text: string }[] }
    expect(steps.map(({ skill }) => skill)).toEqual(['MoveTo', 'Open', 'Grasp', 'MoveTo', 'PutDown'])
    expect(steps.at(-1)?.text).toBe('PutDown: milk, sofa')
    expect(json).toMatchObject({
      plan: { leaves: [{ formulas: ['open(fridge)'], add: 'and close the fridge' }] },
    })
    expect(said).toBe('')
  })

  it.each<readonly [string, object]>([
    ['close the fridge', { kind: 'holds', exit: 0 }],
    ['', { kind: 'refused', exit: 2, problems: [{ code: 'do.empty' }] }],
    [
      'принеси молоко',
      {
        kind: 'refused',
        exit: 2,
        problems: [{ code: 'do.unclear', hint: 'say it in English, which is all that is read' }],
      },
    ],
    ['bring the milk \u001B[31m', { kind: 'refused', exit: 2, problems: [{ code: 'do.not-text' }] }],
    ['bring the milk '.repeat(10_000), { kind: 'refused', exit: 2, problems: [{ code: 'do.too-long' }] }],
    ['bring the milk', { kind: 'question', exit: 9, choices: [] }],
    ['where is the towel?', { kind: 'holds', exit: 0, answer: ['the towel is on the sink'] }],
    [
      'bring the milk to the sofa without opening the fridge',
      {
        kind: 'refused',
        problems: [
          { code: 'do.no-plan', message: 'the milk cannot be at the sofa while the fridge must stay closed' },
        ],
      },
    ],
  ])('of %j is one object with the exit code', async (order, expected) => {
    const { code, json } = await plan(order, asJson)
    expect(json).toMatchObject(expected)
    expect(json?.exit).toBe(code)
    expect(out.trimEnd().split('\n')).toHaveLength(1)
    expect(out.length).toBeLessThan(8_000)
  })

  it('of a world that there is not is a refusal, too', async () => {
    const { code, json } = await plan('open the fridge', { ...asJson, world: 'nowhere' })
    expect([code, json?.kind]).toEqual([EXIT.usage, 'refused'])
  })
})

describe('graft do in words', () => {
  it('marks offered readings that are so already', async () => {
    const { code } = await plan('close the door', { world: 'home' })
    expect(code).toBe(EXIT.question)
    expect(said).toMatch(
      /^this can mean more than one thing:\n {2}1\. the kitchen door is closed\n {2}2\. the \w+ door is closed \(so already\)\n/m,
    )
  })

  it('shows the plan of the only reading, though it is in doubt, where nothing is to move', async () => {
    const { code } = await plan('the apple somehow needs to get to the sofa tomorrow')
    expect(said).toMatch(/I would ask whether that is right\.\nI will do this, in \d steps?:\n/)
    expect(code).toBe(EXIT.question)
  })

  it('plans in a world without a robot, and says that nothing can move there', async () => {
    const world = newFolder()
    cpSync(projectFile('worlds/service/world.yaml'), join(world, 'world.yaml'))
    const { code } = await plan('bring the milk to the sofa', { plan: false, yes: true, world })
    expect(code).toBe(EXIT.usage)
    expect(said).toMatch(/5\. PutDown: milk, sofa\n.*\nerror do\.no-robot: the world service has no robot/)
  })

  it.each([
    ['is answered', 'Where are my keys?', 'The keys are on the hall table.\n'],
    [
      'is answered whatever words were left over',
      'Where did I leave the keys?',
      'The keys are on the hall table.\n',
    ],
    ['is answered whether it is so', 'is the fridge open?', 'The fridge is closed.\n'],
  ])('a question %s', async (_how, order, answer) => {
    const { code } = await plan(order, { world: 'home', speaker: 'anna' })
    expect([code, said]).toEqual([EXIT.ok, answer])
  })

  it('says before anything is agreed to what a plan leaves open, and what to add', async () => {
    await plan('Put the milk on the kitchen table.', { world: 'home' })
    expect(said).toMatch(/The fridge stays open; add "and close the fridge" if that is not to be so\.\n$/)
    said = ''
    await plan('Put the milk on the kitchen table and close the fridge.', { world: 'home' })
    expect(said).not.toContain('stays open')
  })

  it.each([
    [
      'of what was named and is in none of it',
      'task-board',
      'Plug the charger into the probe socket.',
      'since you named "the probe socket", which is not in what I understood',
    ],
    [
      'of all that was',
      'tabletop',
      'Put all the cubes in the right tray except the red one, which goes in the drawer.',
      '"the right tray"',
    ],
    [
      'of what an order in two places names',
      'task-board',
      'Put the charger in the probe socket.',
      '"the probe socket"',
    ],
    [
      'who has read it otherwise',
      'tabletop',
      'Put the green cube on the red cube and the blue cube on the green cube.',
      'since the rules read it so, but the network otherwise (the green cube stands on the red cube',
    ],
    [
      'what no rule reads, with plain words for what a network makes of it',
      'task-board',
      'Get everything off the bench and open the trapdoor at the very end.',
      'the rules make nothing of "get everything off the bench"',
    ],
  ])('in doubt tells %s', async (_what, world, order, why) => {
    const { code } = await plan(order, { world })
    expect(said).toContain(why)
    expect(code).toBe(EXIT.question)
  })

  it('asks for nothing that was said', async () => {
    const order = 'Put the green and the blue cube in the right tray and the red cube in the drawer.'
    const { code } = await plan(order, { world: 'tabletop' })
    expect(said).not.toContain('is the green cube to go')
    expect(code).toBe(EXIT.question)
  })

  it('offers no choice without what was named, where nothing is to do', async () => {
    const { code } = await plan('Go to the dock.', { world: 'home' })
    expect([code, said]).toEqual([EXIT.ok, 'This is so already: the robot is at the dock (now: dock).\n'])
  })

  it.each(['Move the fridge next to the sofa.', 'Carry the fridge to the sofa.'])(
    'refuses what cannot be carried: %s',
    async (order) => {
      const { code, json } = await plan(order, asJson)
      expect(json).toMatchObject({ problems: [{ code: 'do.immovable' }] })
      expect(code).toBe(EXIT.usage)
    },
  )

  it.each([
    ['Take the remote back to the sofa.', 'service'],
    ['Open the box lid again.', 'tabletop'],
  ])('takes small words for no doubt: %s', async (order, world) => {
    expect((await plan(order, { world })).code).toBe(EXIT.ok)
    expect(said).toMatch(/^I understood: /)
  })
})

it('where nobody can be asked, it names the option that agrees beforehand', () => {
  expect(nothingMoved(new AbortController().signal)).toBe(EXIT.question)
  expect(said).toBe('Nothing has moved.\nWhere nobody can be asked, --yes agrees beforehand.\n')
})
