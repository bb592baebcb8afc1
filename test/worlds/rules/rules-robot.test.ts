import { describe, expect, it } from 'vitest'
import { createRulesDriver } from '#app/world/rules/rules-driver.js'
import { declaredChances } from '#app/world/rules/rules-world.js'
import { RulesBody } from '#app/world/rules/rules-body.js'
import { loadWorld } from '#app/world/load-world.js'
import { openSimulation } from '#app/world/simulation.js'
import { stream } from '#base/random.js'
import { must } from '#base/result.js'
import type { Execute, SeenFact } from '#drivers/contract.js'
import { playStep } from '#app/world/rules/play-step.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import { UNKNOWN, type Fluents } from '#worlds/value.js'

const WORLD = `
domain: lamp
text: A lamp and a box.
types: { item: [coin, key] }
state:
  lit: { is: bool, start: false }
  hidden: { is: item, start: unknown }
skills:
  Switch:
    text: switch the lamp on
    ports: {}
    done: lit
    duration: 2
    checks: []
    effect: [lit := true]
    expected: [lit]
    fails: [{ text: it does not light, chance: 0.5, effect: [] }]
  Look:
    text: look into the box
    ports: {}
    checks:
      - { id: light, text: there is light, holds: lit, say: 'put Switch before Look' }
    observes: [hidden]
    effect: []
    expected: []
`
const domain = must(parseDomainText(WORLD, 'world.yaml'), 'a world')
const SWITCH = { skill: 'Switch', args: {} }
const LOOK = { skill: 'Look', args: {} }
const never = declaredChances(domain, 'none')
const truth: Fluents = new Map<string, string | boolean>([
  ['lit', false],
  ['hidden', 'key'],
])

const command = (skill: string): Execute => ({ id: 1, permit: 1, skill, params: {}, deadlineMs: 60_000 })

const seen = (body: RulesBody): readonly SeenFact[] => {
  let facts: readonly SeenFact[] = []
  body.observe({}, (answer) => (facts = must(answer, 'an observation').facts))
  return facts
}

const bodyIn = (world = never, believed: Fluents = domain.initial) =>
  new RulesBody({ domain: world, truth, believed, draws: stream(3, 'lamp') })

describe('a step that is played by the rules of a world', () => {
  it('is done, fails as often as declared, or is forbidden and changes nothing', () => {
    const draws = stream(1, 'play')
    const ends = Array.from({ length: 1000 }, () => playStep(domain, truth, SWITCH, () => draws.next()))
    const failed = ends.filter(({ kind }) => kind === 'failed')
    expect(failed.length).toBeGreaterThan(440)
    expect(failed.length).toBeLessThan(560)
    expect(ends.every(({ kind, after }) => after.get('lit') === (kind === 'done'))).toBe(true)
    expect(playStep(domain, truth, LOOK, () => 0.9)).toMatchObject({ kind: 'forbidden', after: truth })
    expect(playStep(domain, truth, { skill: 'Fly', args: {} }, () => 0.9)).toMatchObject({
      kind: 'forbidden',
    })
  })

  it('fails never, or twice as often, where that is asked for', () => {
    const failures = (world: typeof domain) => {
      const draws = stream(1, 'play')
      const ends = Array.from({ length: 200 }, () => playStep(world, truth, SWITCH, () => draws.next()))
      return ends.filter(({ kind }) => kind === 'failed').length
    }
    expect(failures(never)).toBe(0)
    expect(failures(declaredChances(domain, 'rough'))).toBe(200)
    expect(declaredChances(domain, 'nominal')).toBe(domain)
  })
})

describe('a robot without a shape', () => {
  it('takes the time that the world says, and has changed nothing before', () => {
    const body = bodyIn()
    const fractions: number[] = []
    body.begin(command('Switch'), (fraction) => void fractions.push(fraction))
    body.advance(1000)
    expect([body.moving, body.truth.get('lit'), body.outcome()]).toEqual([true, false, undefined])
    body.advance(1000)
    expect([body.moving, body.truth.get('lit'), body.outcome(), body.outcome()]).toEqual([
      ...[false, true, { status: 'ok' }, undefined],
    ])
    expect(fractions).toEqual([0.5])
    expect(body.worked).toBe(2000)
  })

  it('that is halted has done nothing', () => {
    const body = bodyIn()
    body.begin(command('Switch'), () => undefined)
    body.advance(1999)
    body.halt()
    body.advance(5000)
    expect([body.moving, body.truth.get('lit'), body.outcome()]).toEqual([false, false, undefined])
  })

  it('reports what nobody knows only after a skill has observed it', () => {
    const body = bodyIn()
    const run = (skill: string) => {
      body.begin(command(skill), () => undefined)
      body.advance(10_000)
      return body.outcome()
    }
    expect(domain.initial.get('hidden')).toBe(UNKNOWN)
    expect(seen(body).map(({ fact }) => fact)).toEqual(['lit'])
    expect(run('Look')).toMatchObject({ status: 'failed', reason: 'put Switch before Look' })
    expect(seen(body).map(({ fact }) => fact)).toEqual(['lit'])
    expect([run('Switch'), run('Look')]).toEqual([{ status: 'ok' }, { status: 'ok' }])
    expect(seen(body).map(({ fact, value }) => [fact, value])).toEqual([
      ['lit', true],
      ['hidden', 'key'],
    ])
  })

  it('objects to what is no skill of the world', () => {
    expect(bodyIn().objectionTo(command('Fly'))).toMatch(/^Fly is not a skill of the domain lamp/)
    expect(bodyIn().objectionTo(command('Look'))).toBeUndefined()
  })

  it('offers the skills and facts of its world', () => {
    const options = {
      domain,
      truth,
      believed: domain.initial,
      draws: stream(1, 'x'),
      boot: 'b',
      robot: 'lamp',
    }
    const driver = createRulesDriver(options)
    driver.send({ kind: 'hello', rpc: 1, session: 's', contract: { major: 1, minor: 0 } })
    const [hello] = driver.take()
    expect(hello).toMatchObject({
      kind: 'hello',
      hello: { robot: 'lamp', facts: ['lit', 'hidden'], skills: [{ name: 'Switch' }, { name: 'Look' }] },
    })
  })
})

describe('driver: { simulated: rules }', () => {
  it.each(['service', 'task-board'])(
    'gives %s a robot that offers all that its file promises',
    async (name) => {
      const world = must(await loadWorld({ world: name }), name)
      expect(world.robot.driver).toMatchObject({ kind: 'simulated', simulation: 'rules', real: false })
      expect([...world.robot.skills.keys()]).toEqual(world.domain.skills)
    },
  )

  it('has no scenarios, and says so', async () => {
    const options = {
      folder: 'worlds/service',
      task: 'carry',
      believed: new Map(),
      seed: 1,
      faults: 'none',
    } as const
    expect(await openSimulation('rules', { ...options, scenario: 'family' })).toMatchObject({
      ok: false,
      error: [{ code: 'scenario.missing', got: 'family' }],
    })
  })
})
