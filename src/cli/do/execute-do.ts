import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { stringify } from 'yaml'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import type { RunOptions } from '#app/command-line/options.js'
import { readOrder } from '#app/world/hear-order.js'
import { loadWorld } from '#app/world/load-world.js'
import { writeTree } from '#bt/xml/write.js'
import { decide, type Decision, type Planned } from '#instructions/decide.js'
import { sayReading, sayStep } from '#instructions/say.js'
import { causesOf } from '#instructions/tree/causes.js'
import { reactiveTree } from '#instructions/tree/reactive-tree.js'
import type { Fluents } from '#worlds/value.js'
import { executeWorldRun } from '../run/execute-world.js'
import { refuse } from '../run/watch-run.js'
import { pursueOrder } from './pursue-order.js'
import { withChat, type DoOptions } from './with-chat.js'

/** `graft do`: nothing moves before what was understood, and the plan for it, have been shown and agreed to. */
export async function executeDo(
  order: string,
  options: RunOptions & DoOptions,
  signal: AbortSignal,
): Promise<ExitCode> {
  const loaded = await loadWorld({ world: options.world })
  if (!loaded.ok) return refuse(loaded.error)
  const { domain } = loaded.value
  const state = domain.initial
  const said = { order, domain, state, ...(options.speaker !== undefined && { speaker: options.speaker }) }
  const understood = await withChat(readOrder(said), said, options, signal)
  if (!understood.ok) return refuse(understood.error)
  const decision = decide(understood.value, { order, domain, state })
  const chosen = await choose(decision, state, options)
  if (typeof chosen === 'number') return chosen
  say(`I will do this, in ${chosen.plan.steps.length} steps:`)
  chosen.plan.steps.forEach((step, at) => say(`  ${at + 1}. ${sayStep(step)}`))
  if (options.plan) return EXIT.ok
  if (!options.yes && !(await agrees('Right? (yes or no) '))) return nothingMoved()
  return pursueOrder(chosen, {
    run: async (planned, hear) => {
      const folder = writeOrder(planned)
      if (folder === undefined) return refuse([NOT_REPEATABLE])
      const files = { task: join(folder, 'task.yaml'), tree: join(folder, 'tree.xml') }
      return executeWorldRun({ ...options, ...files, episodes: 1, hear }, signal)
    },
    agrees: async () => options.yes || (await agrees('Right? (yes or no) ')),
    say,
  })
}

async function choose(decision: Decision, state: Fluents, options: DoOptions): Promise<Planned | ExitCode> {
  switch (decision.kind) {
    case 'plan':
      say(`I understood: ${sayReading(decision.found.reading, state)}.`)
      return decision.found
    case 'holds':
      say(`This is so already: ${sayReading(decision.reading, state)}.`)
      return EXIT.ok
    case 'refuse':
      return refuse([{ code: decision.code, severity: 'error', message: decision.why, hint: decision.hint }])
    case 'ask':
      return ask(decision, state, options)
  }
}

async function ask(
  { why, choices }: Extract<Decision, { kind: 'ask' }>,
  state: Fluents,
  options: DoOptions,
): Promise<Planned | ExitCode> {
  say(choices.length === 0 ? why : `${why}:`)
  choices.forEach(({ reading }, at) => say(`  ${at + 1}. ${sayReading(reading, state)}`))
  if (options.plan || !process.stdin.isTTY) {
    return refuse([
      {
        code: 'do.unsure',
        severity: 'error',
        message: why,
        expected: choices.length === 1 ? 'an order that means this' : 'an order that means one thing',
        hint: 'say it in other words, or at a terminal, where it can be asked',
      },
    ])
  }
  if (choices.length === 0) return nothingMoved()
  const answer = await prompt(
    choices.length > 1 ? `Which one? (1 to ${choices.length}, or no) ` : 'Right? (1 or no) ',
  )
  const choice = choices[Number(answer) - 1]
  if (choice === undefined) return nothingMoved()
  if (choice.plan !== undefined) return choice
  say('This is so already.')
  return EXIT.ok
}

/** Task and tree as files, as if somebody had written them. */
function writeOrder({ order, domain, plan, reading }: Planned): string | undefined {
  const causes = causesOf(
    domain,
    domain.initial,
    plan.steps,
    reading.goals.map(({ formula }) => formula),
  )
  if (causes === undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'graft-do-'))
  writeFileSync(join(folder, 'task.yaml'), stringify(order))
  writeFileSync(join(folder, 'tree.xml'), writeTree(reactiveTree(plan.steps, causes)))
  return folder
}

const NOT_REPEATABLE = {
  code: 'do.not-repeatable',
  severity: 'error',
  message: 'the plan depends on chance',
  hint: 'write the task and a tree for it by hand: docs/worlds.md',
} as const

const nothingMoved = (): ExitCode => {
  say('Nothing has moved.')
  return EXIT.usage
}

const agrees = async (question: string): Promise<boolean> =>
  process.stdin.isTTY && /^(y|yes|ok|right)$/i.test((await prompt(question)).trim())

async function prompt(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await lines.question(question)
  } finally {
    lines.close()
  }
}

const say = (line: string): void => void process.stderr.write(`${line}\n`)
