import { expectedOutcomePrompt, readExpectedOutcomes } from '#language/prompts/expected-outcome.js'
import { goalPrompt, readGoals, type Order } from '#language/prompts/goal.js'
import { planPrompt, readPlan } from '#language/prompts/plan.js'
import { readReflection, reflectPrompt } from '#language/prompts/reflect.js'
import { readSteps, stepsPrompt } from '#language/prompts/steps.js'
import { readSummary, summaryPrompt } from '#language/prompts/summary.js'
import { readTree, treePrompt } from '#language/prompts/tree.js'
import { VARIANTS } from '#language/prompts/variants.js'
import type { Prompt } from '#language/ports.js'
import { describeWorld } from '#language/world/describe.js'
import { writeTree } from '#bt/xml/write.js'
import { worldOf } from './worlds.js'

const domain = worldOf('worlds/service')
const order: Order = {
  order: 'Bring the milk to the sofa without opening the drawer',
  domain,
  state: domain.initial,
}
const world = describeWorld(domain, domain.initial)
const PLAN = [
  'Drive to the fridge',
  'Open the fridge',
  'Take the milk',
  'Drive to the sofa',
  'Put the milk on the sofa',
]
const step = { skill: 'Grasp', args: { item: 'milk' }, path: '' }
const failure = {
  step,
  expected: 'The milk is in the gripper.',
  seen: ['the gripper is empty', 'the fridge is open'],
  tried: ['Grasp: milk; the gripper closed on nothing'],
  repairs: ['Grasp the milk again', 'look into the fridge', 'ask a person'],
}

/** The replies of the page, written by hand: they show the form. No model wrote them. */
const REPLIES = {
  goal:
    '{"thought":"The milk shall be on the sofa, and the drawer stays closed.","readings":[{"goals":[{"fact":"location","of":"milk","is":"sofa"}],' +
    '"never":[{"fact":"open","of":"drawer","is":true}],"assumes":[],"before":[],"not_used":[],"sure":true}],"unclear":""}',
  plan: JSON.stringify({ steps: PLAN }),
  steps:
    '{"thought":"The robot stands before the open fridge.","steps":[{"skill":"Grasp","ports":{"item":"milk"}}]}',
  outcome:
    '{"outcomes":[{"text":"The robot stands before the fridge.","holds":[{"fact":"at","is":"fridge"}]},' +
    '{"text":"The fridge is open.","holds":[{"fact":"open","of":"fridge","is":true}]}]}',
  tree:
    '{"thought":"Fetch it, then put it down.","tree":{"sequence":[{"skill":"MoveTo","ports":{"place":"fridge"}},' +
    '{"fallback":[{"holds":{"fact":"open","of":"fridge","is":true}},{"skill":"Open","ports":{"container":"fridge"}}]},' +
    '{"retry":3,"child":{"skill":"Grasp","ports":{"item":"milk"}}}]}}',
  reflect: '{"differs":"The milk is probably not where it was believed to be.","repairs":[2,3]}',
  summary:
    '{"lessons":[{"text":"Open the fridge before the gripper is full.","when":[{"fact":"open","of":"fridge","is":false}],"advice":"first","skill":"Open"}]}',
}

/** The generated parts of docs/language-models.md, by their names. */
export function pageBlocks(): Readonly<Record<string, string>> {
  const done = {
    ...order,
    state: new Map([...order.state, ['at', 'fridge'], ['open(fridge)', true]] as const),
  }
  const so = { variant: 'full', plan: PLAN, at: 2, outcomes: [], feedback: 'Done' } as const
  return {
    goal: block(goalPrompt(order), REPLIES.goal, readGoals(REPLIES.goal, order), true),
    plan: block(planPrompt(order, 'full'), REPLIES.plan, readPlan(REPLIES.plan)),
    outcome: block(
      expectedOutcomePrompt(order, PLAN.slice(0, 2)),
      REPLIES.outcome,
      readExpectedOutcomes(REPLIES.outcome, domain, 2),
    ),
    steps: block(stepsPrompt(done, so), REPLIES.steps, readSteps(REPLIES.steps, domain)),
    tree: block(treePrompt(order), REPLIES.tree, readTree(REPLIES.tree, domain)),
    reflect: block(reflectPrompt(order, failure), REPLIES.reflect, readReflection(REPLIES.reflect, 3)),
    summary: block(
      summaryPrompt(order, [
        'Grasp: milk; refused: the fridge is closed',
        'Open: fridge; done',
        'Grasp: milk; done',
      ]),
      REPLIES.summary,
      readSummary(REPLIES.summary, domain),
    ),
    variants: [
      '| variant | plan first | expected outcomes | feedback of the twin | thinks |',
      '|---|---|---|---|---|',
      ...Object.entries(VARIANTS).map(
        ([name, parts]) =>
          `| ${name} | ${[parts.plansFirst, parts.outcomes, parts.feedback, parts.thinks].map((has) => (has ? 'yes' : 'no')).join(' | ')} |`,
      ),
    ].join('\n'),
  }
}

/** A prompt, a reply to it, and what is read from that. The world is shown once; elsewhere it is the same. */
function block(
  { system, user }: Prompt,
  reply: string,
  read: { readonly ok: boolean; readonly value?: unknown },
  isWhole = false,
): string {
  if (!read.ok) throw new Error(`the page shows a reply that cannot be read: ${reply}`)
  const told = isWhole ? system : system.replace(world, '(the world, as above)')
  return [
    '```text',
    told,
    '',
    user,
    '```',
    '',
    'A reply, and what is read from it:',
    '',
    '```text',
    reply,
    '',
    shown(read.value),
    '```',
  ].join('\n')
}

function shown(value: unknown): string {
  const isDocument = typeof value === 'object' && value !== null && 'trees' in value
  if (isDocument) return writeTree(value as Parameters<typeof writeTree>[0]).trim()
  return JSON.stringify(value, (key, inner: unknown) => (key === 'path' ? undefined : inner), 1)
}
