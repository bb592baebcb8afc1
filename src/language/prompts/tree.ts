import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { NodeDef, TreeDoc } from '#bt/document.js'
import { spokenWorld } from '#instructions/spoken-world.js'
import type { DataDomain } from '#worlds/assemble.js'
import type { Prompt } from '../ports.js'
import { readReply } from '../schema/read-reply.js'
import { anyOf, integer, list, object, ref, text, type Schema, type SchemaNode } from '../schema/schema.js'
import { describeWorld } from '../world/describe.js'
import { formsOf, schemaFor, statementDefs } from '../world/forms.js'
import { goalOf, problemsOf, type Statement } from '../world/statement.js'
import { plannedStep, stepDef, stepProblems, type WrittenStep } from '../world/step-schema.js'
import { oneLine, type Order } from './goal.js'

/** Asks for the whole task in one go, as a behaviour tree: the variant CaP. */
export function treePrompt({ order, domain, state }: Order): Prompt {
  return {
    system: `${RULES}\n\n${describeWorld(domain, state)}`,
    user: `Task: ${oneLine(order)}\nReply:`,
    schema: treeSchema(domain),
    maxTokens: 1600,
  }
}

const RULES = `You program a robot with behaviour trees. Write the tree that carries out the task, from
the state that is believed now.
Reply with one JSON object and nothing else: {"thought":"…","tree":NODE}, where NODE is one
of
- {"skill":"NAME","ports":{"PORT":"VALUE"}}: the robot does this; it succeeds or fails
- {"holds":STATEMENT}: succeeds where the statement is true, such as {"fact":"F","of":"X","is":"V"}
- {"sequence":[NODE,NODE]}: one after the other, until one fails
- {"fallback":[NODE,NODE]}: one after the other, until one succeeds; a condition first, then what makes it
  true
- {"retry":3,"child":NODE}: again, so often at most, until it succeeds
A step that can fail by chance belongs into a retry. Use names exactly as they are written below.`

type WrittenNode =
  | WrittenStep
  | { readonly holds: Statement }
  | { readonly sequence: readonly WrittenNode[] }
  | { readonly fallback: readonly WrittenNode[] }
  | { readonly retry: number; readonly child: WrittenNode }

/** Groups inside groups: a grammar without a bottom lets a model open them for ever. */
const DEEPEST = 4
const MOST_CHILDREN = 16

export const treeSchema = (domain: DataDomain): Schema =>
  schemaFor(domain, 'tree', () => ({
    ...object({ thought: text(240), tree: ref(`node_${DEEPEST}`) }),
    $defs: {
      ...statementDefs(domain, formsOf(domain)),
      step: stepDef(domain),
      leaf: anyOf([ref('step'), object({ holds: ref('statement') })]),
      ...Object.fromEntries(Array.from({ length: DEEPEST }, (_, at) => [`node_${at + 1}`, groupDef(at)])),
    },
  }))

/** @param depth how many groups may be inside */
function groupDef(depth: number): SchemaNode {
  const inside = depth === 0 ? ref('leaf') : ref(`node_${depth}`)
  const children = list(inside, [1, MOST_CHILDREN])
  const retry = object({ retry: integer(2, 5), child: inside })
  return anyOf([ref('leaf'), object({ sequence: children }), object({ fallback: children }), retry])
}

/** Reads the reply to `treePrompt`: a tree of this world's nodes, for the plan check to judge. */
export function readTree(reply: string, domain: DataDomain): Result<TreeDoc, Diagnostic> {
  const read = readReply<{ readonly tree: WrittenNode }>(reply, treeSchema(domain))
  if (!read.ok) return read
  const problems: Diagnostic[] = []
  const forms = formsOf(domain)
  const world = spokenWorld(domain)
  const build = (node: WrittenNode): NodeDef => {
    if ('skill' in node) {
      const step = plannedStep(node)
      problems.push(...stepProblems(step, domain))
      return { id: step.skill, kind: 'action', attrs: step.args, children: [] }
    }
    if ('holds' in node) {
      const { formula } = goalOf(node.holds, forms, world)
      problems.push(...problemsOf([formula], domain))
      return { id: 'Holds', kind: 'condition', attrs: { formula }, children: [] }
    }
    if ('sequence' in node) return group('Sequence', node.sequence.map(build))
    if ('fallback' in node) return group('Fallback', node.fallback.map(build))
    const attrs = { num_attempts: String(node.retry) }
    return { id: 'RetryUntilSuccessful', kind: 'decorator', attrs, children: [build(node.child)] }
  }
  const root = build(read.value.tree)
  const [problem] = problems
  return problem === undefined ? ok({ main: 'Main', trees: [{ id: 'Main', root }] }) : err(problem)
}

const group = (id: string, children: readonly NodeDef[]): NodeDef => ({
  id,
  kind: 'control',
  attrs: {},
  children,
})
