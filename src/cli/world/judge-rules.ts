import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Diagnostic } from '#base/diagnostic.js'
import type { Result } from '#base/result.js'
import { explore } from '#worlds/prove/explore.js'
import { proveWorld, type WorldProof } from '#worlds/prove/prove-world.js'
import { chooseEnds } from '#worlds/expect/choose-ends.js'
import { chooseExamples } from '#worlds/expect/choose-examples.js'
import { compareExpect, EXPECT_FILE, type Comparison } from '#worlds/expect/compare-expect.js'
import { expectText } from '#worlds/expect/write-expect.js'
import { MAX_FILE_BYTES, readTextFile } from '#documents/read-text-file.js'
import { searchPlan, type FoundPlan } from '#worlds/search/search-plan.js'
import type { Task } from '#worlds/task/task.js'
import { withTask, worldOf, type TaskDomain } from '#worlds/task/with-task.js'
import type { Fluents } from '#worlds/value.js'
import { tryStep } from '#twin/plan/try-step.js'
import { fine, ofProblem, worthALook, type Finding } from './finding.js'
import type { RulesFolder } from './read-folder.js'
import { mapFindings, planFinding, ruleFindings } from './rule-findings.js'
import { treeFindings, treeJudgement } from './tree-findings.js'

export interface JudgeOptions {
  readonly task: Task
  /** states that the search looks at */
  readonly limit: number
  /** facts that sensors report; undefined without a robot */
  readonly sensed: ReadonlySet<string> | undefined
  /** what stands for a plan where none is searched */
  readonly reference?: Finding | undefined
  readonly onProgress?: (what: string, done: number, of: number) => void
}

export interface JudgedRules {
  readonly findings: readonly Finding[]
  readonly plan: FoundPlan | null
}

/** seconds that every step is taken to last, for the points of a plan */
const NOMINAL_SECONDS = 10

/** Judges all of a world but its robot: plan, rules, trees, and what is expected of it. */
export async function judgeRules(rules: RulesFolder, options: JudgeOptions): Promise<JudgedRules> {
  const inTask = withTask(rules.domain, options.task)
  options.onProgress?.('searching a plan', 0, 0)
  const { reference } = options
  const plan = reference === undefined ? searchPlan(inTask, inTask.initial, () => NOMINAL_SECONDS) : null
  const proof: WorldProof = proveWorld(inTask, options)
  const judgements = judgementsOf(rules)
  const { findings, named } = await expectFindings(rules, judgements)
  return {
    plan,
    findings: [
      reference ?? planFinding(plan),
      ...ruleFindings(rules, proof, { plan, reached: reference?.ok ?? plan !== null }, options.sensed),
      ...treeFindings(rules, judgements, named),
      ...mapFindings(rules),
      ...findings,
    ],
  }
}

const judgementsOf = (rules: RulesFolder): ReadonlyMap<string, string> =>
  new Map(rules.trees.map((tree) => [tree.file, treeJudgement(tree, rules)]))

const expectFile = (folder: string): string => join(folder, 'expect.yaml')

/** Compares with `expect.yaml`, where there is one. `named`: whether the file says what a tree is to do. */
async function expectFindings(
  rules: RulesFolder,
  trees: ReadonlyMap<string, string>,
): Promise<{ readonly findings: readonly Finding[]; readonly named: (file: string) => boolean }> {
  const file = expectFile(rules.folder)
  if (!existsSync(file)) return { findings: [], named: () => false }
  const text = await readTextFile(file, EXPECT_FILE)
  if (!text.ok) return { findings: [ofProblem('expect', text.error)], named: () => false }
  const compared = compareRules(rules, text.value, file, trees)
  const problems = compared.ok ? compared.value.problems : compared.error
  const shown = problems.slice(0, MOST_SHOWN).map((problem) => ofProblem('expect', problem))
  const more = problems.length - shown.length
  return {
    named: (tree) => compared.ok && compared.value.trees.has(tree),
    findings: [
      ...shown,
      ...(more > 0 ? [worthALook('expect', `and ${more} more that differ from expect.yaml`)] : []),
      ...(problems.length === 0 ? [fine('expect', 'all is as expect.yaml says')] : []),
    ],
  }
}

/** States that are looked at for each task: its goals and score read few facts. */
const TASK_STATES = 400

/**
 * Whether a text of expectations can be read back.
 * @returns why not; undefined if it can
 */
export function unreadable(
  rules: RulesFolder,
  text: string,
  file: string,
): readonly Diagnostic[] | undefined {
  const size = Buffer.byteLength(text)
  if (size > MAX_FILE_BYTES)
    return [
      {
        code: 'expect.too-large',
        severity: 'error',
        message: `${file} is left as it is: the new one would be too large to read`,
        expected: `at most ${MAX_FILE_BYTES} bytes`,
        got: `${size} bytes`,
        hint: 'a smaller --limit finds fewer examples',
      },
    ]
  const compared = compareRules(rules, text, file)
  return compared.ok ? undefined : compared.error
}

/** Compares what is written in `expect.yaml` with what a world, its tasks and its trees mean now. */
export function compareRules(
  rules: RulesFolder,
  text: string,
  file: string,
  trees = judgementsOf(rules),
): Result<Comparison, readonly Diagnostic[]> {
  const tasks = new Map(rules.tasks.map((task) => [task.name, withTask(rules.domain, task)]))
  return compareExpect(text, file, { domain: rules.domain, tasks, trees })
}

/** Differences that are listed one by one. */
const MOST_SHOWN = 12

/** What `expect.yaml` is to say of a world as it is now. */
export function expectationsOf(
  rules: RulesFolder,
  { limit, onProgress }: Omit<JudgeOptions, 'task' | 'sensed'>,
): string {
  const options = { limit, ...(onProgress && { onProgress }) }
  const { domain } = rules
  const { states, steps } = explore(domain, options)
  const inTasks = rules.tasks.map((one) => {
    const task = withTask(domain, one)
    return { task, planned: planStates(task) }
  })
  // what plans pass through is reached by chance only in a search of a large world
  const onTheWay = inTasks.flatMap(({ planned }) => planned.map((state) => worldOf(state, domain)))
  return expectText(domain.name, {
    examples: chooseExamples(domain, [domain.initial, ...onTheWay, ...states], steps),
    tasks: inTasks.map(({ task, planned }) => {
      const found = explore(task, { ...options, limit: Math.min(limit, TASK_STATES) })
      return {
        task: task.task,
        ends: chooseEnds(task, [...planned, ...found.states], steps),
      }
    }),
    trees: judgementsOf(rules),
  })
}

/** The states of a plan that reaches the goals of a task, with its start. */
function planStates(task: TaskDomain): readonly Fluents[] {
  const plan = searchPlan(task, task.initial, () => NOMINAL_SECONDS)
  const states = [task.initial]
  for (const step of plan?.steps ?? []) {
    const tried = tryStep(step, states.at(-1) ?? task.initial, task)
    if (tried.ok) states.push(...tried.value.ends.slice(0, 1))
  }
  return states
}
