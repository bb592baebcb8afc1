import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { parseTree } from '#bt/xml/parse.js'
import { validate } from '#bt/validate/validate.js'
import { twinView } from '#app/world/twin-view.js'
import { Draft } from '#learning/world/draft.js'
import { replaceByPlan } from '#learning/world/repairs.js'
import { domainLibrary } from '#worlds/files/domain-nodes.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import { loadTask } from '#worlds/task/load-task.js'
import { withTask } from '#worlds/task/with-task.js'

const WORLD = `
domain: kettle
text: a kettle that is grasped and poured
types: { part: [handle, body] }
state:
  held: { is: part | none, start: none }
  poured: { is: bool, start: false }
skills:
  Grasp:
    text: grasp quickly, wherever the fingers meet it
    checks: []
    outcomes:
      - { text: by the handle, effect: ['held := handle'] }
      - { text: by the body, effect: ['held := body'] }
    expected: [held != none]
  GraspSafely:
    text: grasp slowly, always by the handle
    checks: []
    effect: [held := handle]
    expected: [held = handle]
  Pour:
    text: pour
    checks: [{ id: by-handle, text: it is held by the handle, holds: held = handle }]
    effect: [poured := true]
    expected: [poured]
`
const TASK = `
task: serve
text: the kettle is poured
goals: [{ text: poured, holds: poured }]
score: [{ label: poured, points: 100, holds: poured }]
perSecond: -1
`
const world = must(parseDomainText(WORLD, 'world.yaml'), 'world')
const domain = withTask(world, must(loadTask(TASK, 'task.yaml', world), 'task'))
const library = domainLibrary(world.rules)
const treeOf = (...skills: readonly string[]) => {
  const text = `<root BTCPP_format="4"><BehaviorTree ID="Main"><Sequence>${skills.map((skill) => `<${skill}/>`).join('')}</Sequence></BehaviorTree></root>`
  return must(parseTree(text, { file: 'tree.xml', library, compat: 'strict' }), 'tree')
}
const SECONDS: Readonly<Record<string, number>> = { Grasp: 8, GraspSafely: 30, Pour: 8 }

describe('a plan that search has found', () => {
  const replaced = (...skills: readonly string[]) => {
    const twin = twinView(domain, library, { secondsOf: (skill) => SECONDS[skill] ?? 0, failureOf: () => 0 })
    const draft = new Draft(treeOf(...skills), (doc) => validate(doc, library, { compat: 'strict' }), 12)
    replaceByPlan(draft, twin)
    const { refused, missed } = twin.check(draft.doc, false)
    return { edits: draft.patch.length, refused: refused.length, missed: missed.length }
  }

  it('does not take the place of a tree that passes, when the twin would refuse one of its outcomes', () => {
    expect(replaced('GraspSafely', 'Pour')).toEqual({ edits: 0, refused: 0, missed: 0 })
  })

  it('takes the place of a tree that gets less far', () => {
    expect(replaced('Pour').edits).toBe(1)
  })
})
