import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { must } from '#base/result.js'
import { readHomeScenario, readHomeScene } from '#config/home/home-files.js'
import type { FactValue } from '#simulation/home/fact.js'
import { HOME_FAULT_PROFILES, type HomeFaultProfile } from '#simulation/home/fault-profile.js'
import { createHome, type HomeWorld } from '#simulation/home/home.js'
import { QUIET, type HomeScenario } from '#simulation/home/scenario.js'
import type { EndedAction } from '#simulation/home/state.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import { REPO } from '../../../lab/architecture/source-tree.js'

export const TASKS = ['fetch', 'put_away', 'tidy', 'bring', 'serve'] as const
export const SCENARIOS = ['as-believed', 'moved-things', 'family', 'stubborn', 'lost-keys'] as const

const text = (path: string): string => readFileSync(`${REPO}/worlds/home/${path}`, 'utf8')

export const sceneText = text('scene.yaml')
export const scene = must(await readHomeScene(`${REPO}/worlds/home/scene.yaml`), 'scene')
export const domain = must(parseDomainText(text('world.yaml'), 'world.yaml'), 'world')

const scenarios = new Map(
  await Promise.all(
    SCENARIOS.map(async (name) => {
      const read = await readHomeScenario(`${REPO}/worlds/home/scenarios/${name}.yaml`, scene)
      return [name, must(read, name)] as const
    }),
  ),
)

export function scenarioOf(name: (typeof SCENARIOS)[number]): HomeScenario {
  const found = scenarios.get(name)
  if (found === undefined) throw new Error(`there is no scenario ${name}`)
  return found
}

export interface HomeWish {
  readonly task?: string
  readonly scenario?: HomeScenario
  readonly seed?: number
  readonly episode?: number
  readonly faults?: Partial<HomeFaultProfile>
  /** facts that differ from the start of the world file */
  readonly start?: Readonly<Record<string, FactValue>>
}

export const homeOf = ({
  task = 'test',
  scenario = QUIET,
  seed = 1,
  episode = 1,
  faults = {},
  start = {},
}: HomeWish = {}): HomeWorld =>
  must(
    createHome({
      scene,
      scenario,
      start: new Map([...domain.initial, ...Object.entries(start)]),
      seed,
      task,
      episode,
      faults: { ...HOME_FAULT_PROFILES.none, ...faults },
    }),
    'home',
  )

/** Steps until nothing runs; returns how the action ended. */
function finish(home: HomeWorld): EndedAction {
  for (let i = 0; i < 10_000 && home.running !== undefined; i++) home.step(20)
  const [ended] = home.takeEnded()
  if (ended === undefined) throw new Error('the action does not end')
  return ended
}

export function act(home: HomeWorld, skill: string, params: Readonly<Record<string, string>>): EndedAction {
  must(home.begin(skill, params), skill)
  return finish(home)
}

export interface Step {
  readonly skill: string
  readonly params: Readonly<Record<string, string>>
  readonly attempts: number
}

export const treeText = (kind: 'initial' | 'reference', task: string): string =>
  text(`policy/${kind}-${task}.xml`)

/** The leaves of a tree of sequences and retries, in order. */
export function stepsOf(xml: string): Step[] {
  const steps: Step[] = []
  let attempts = 1
  for (const [, closing, tag = '', attributes = ''] of xml.matchAll(/<(\/?)(\w+)([^>]*?)\/?>/g)) {
    if (tag === 'RetryUntilSuccessful') attempts = closing === '/' ? 1 : 3
    if (!domain.skills.includes(tag)) continue
    const written = [...attributes.matchAll(/(\w+)="(\w+)"/g)]
    const params = Object.fromEntries(
      written.map(([, port = '', value = '']): [string, string] => [port, value]),
    )
    steps.push({ skill: tag, params, attempts })
  }
  return steps
}

/** Plays steps one after the other until one fails for good. */
export function play(home: HomeWorld, steps: readonly Step[]): boolean {
  return steps.every(({ skill, params, attempts }) =>
    Array.from({ length: attempts }).some(() => act(home, skill, params).status === 'ok'),
  )
}

export interface TaskFile {
  readonly task: string
  readonly start: Readonly<Record<string, FactValue>>
  readonly goals: readonly { readonly holds: string }[]
  readonly limitSeconds: number
}

/** Fetch is what is done where no task is named: it stands in `task.yaml`. */
export const taskOf = (name: string): TaskFile =>
  parse(text(name === 'fetch' ? 'task.yaml' : `tasks/${name}.yaml`)) as TaskFile

/** Goals of the shipped tasks are of two forms. */
export function isReached(home: HomeWorld, goals: TaskFile['goals']): boolean {
  const truth = home.truth()
  return goals.every(({ holds }) => {
    const equal = /^(\w+\(\w+\)) = (\w+)$/.exec(holds)
    if (equal !== null) return truth.get(equal[1] as string) === equal[2]
    const not = /^not (\w+\(\w+\))$/.exec(holds)
    if (not === null) throw new Error(`a goal that the test cannot read: ${holds}`)
    return truth.get(not[1] as string) === false
  })
}
