import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import { parseTree } from '#bt/xml/parse.js'
import { writeTree } from '#bt/xml/write.js'
import { validate } from '#bt/validate/validate.js'
import { loadWorld } from '#app/world/load-world.js'
import { twinView } from '#app/world/twin-view.js'
import { Draft, leafOf, sequenceOf } from '#learning/world/draft.js'
import { prepareForFailures } from '#learning/world/prepare-failures.js'
import { loadTask } from '#worlds/task/load-task.js'
import { withTask } from '#worlds/task/with-task.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import { domainLibrary } from '#worlds/files/domain-nodes.js'

const WORLD = `
domain: bench
text: An arm puts a cup on a tray.
types: { place: [table, tray, ground], item: [cup], hand: [gripper] }
state:
  power: { is: bool, start: true, text: whether the arm has power }
  clear(place): { is: bool, start: true, text: whether nothing is in the way there }
  at: { is: place, start: table, text: where the arm is }
  location(item): { is: place | hand, start: table, text: where a thing is }
skills:
  Go:
    text: move to a place
    ports: { place: place }
    done: at = ?place
    checks:
      - { id: power, text: the arm has power, holds: power }
      - { id: clear, text: nothing is in the way, holds: clear(?place) }
    effect: [at := ?place]
    FAILS_OF_GO
    expected: [at = ?place]
  Take:
    text: take a thing
    ports: { item: item }
    done: location(?item) = gripper
    checks:
      - { id: here, text: it is here, holds: location(?item) = at }
      - { id: free, text: the hand is free, holds: not exists ?i in item (location(?i) = gripper) }
    effect: [location(?item) := gripper]
    fails: [{ text: the fingers miss it, chance: 0.1, effect: [] }]
    expected: [location(?item) = gripper]
  Put:
    text: put a thing down
    ports: { item: item }
    checks:
      - { id: held, text: it is in the hand, holds: location(?item) = gripper }
      - { id: power, text: the arm has power, holds: power }
    effect: [location(?item) := at]
    fails: [{ text: it rolls off, chance: 0.02, effect: ['location(?item) := ground'] }]
    expected: [location(?item) = at]
`
const SLIPS = `fails: [{ each: '?i in item', when: location(?i) = gripper, text: it slips, effect: ['at := ?place', 'location(?i) := ground'] }]`
const TASK = `
task: serve
text: The cup goes on the tray.
goals: [{ text: the cup is on the tray, holds: location(cup) = tray }]
score: [{ label: cup, points: 10, holds: location(cup) = tray }]
`
const TREE = '<Sequence><Take item="cup"/><Go place="tray"/><Put item="cup"/></Sequence>'

const KNOWN = { secondsOf: () => 8, failureOf: () => 0.1 }

function prepared(fails: string, tree = TREE) {
  const world = must(parseDomainText(WORLD.replace('FAILS_OF_GO', fails), 'world.yaml'), 'world')
  const domain = withTask(world, must(loadTask(TASK, 'task.yaml', world), 'task'))
  const library = domainLibrary(world.rules)
  const read = (xml: string): TreeDoc =>
    must(
      parseTree(`<root BTCPP_format="4"><BehaviorTree ID="Main">${xml}</BehaviorTree></root>`, {
        file: 'tree.xml',
        library,
        compat: 'strict',
      }),
      'tree',
    )
  const view = twinView(domain, library, KNOWN)
  const draft = new Draft(read(tree), (doc) => validate(doc, library, { compat: 'strict' }), 12)
  prepareForFailures(draft, view)
  const text = (doc: TreeDoc): string => writeTree(doc).replace(/\s+/g, ' ')
  return { draft, view, tree: text(draft.doc), read: (xml: string) => text(read(xml)) }
}

const retry = (leaf: string): string =>
  `<RetryUntilSuccessful num_attempts="3">${leaf}</RetryUntilSuccessful>`
const PICK_UP = ['<Go place="ground"/>', '<Take item="cup"/>', '<Go place="tray"/>', '<Put item="cup"/>']

describe('a tree is prepared for what its world declares under fails:', () => {
  it('what changes nothing is tried again, what changes the world is made good where it is seen', () => {
    const { draft, tree, read } = prepared('duration: 1')
    const expected =
      `<Sequence>${retry('<Take item="cup"/>')}<Go place="tray"/><Fallback><Put item="cup"/><Sequence>` +
      `<Holds formula="location(cup) = ground"/>${PICK_UP.map(retry).join('')}</Sequence></Fallback></Sequence>`
    expect(tree).toBe(read(expected))
    expect(draft.notes).toEqual([
      'Take cup may fail: tried again',
      'Put cup may fail: put right by more steps',
    ])
  })

  it('a failure that the skill does not notice is made good at the step that meets it, once for equal symptoms', () => {
    const { draft, tree } = prepared(SLIPS)
    expect(tree.match(/<Holds/g)).toHaveLength(1)
    // Go itself succeeds without the cup: nothing is put around it
    expect(tree).toContain('</RetryUntilSuccessful> <Go place="tray"/> <Fallback>')
    expect(draft.notes.at(-1)).toBe('Put cup may fail: put right by more steps')
  })

  it('is prepared once: the same failures add nothing more', () => {
    const { draft, view } = prepared(SLIPS)
    const before = draft.patch.length
    prepareForFailures(draft, view)
    expect(draft.patch).toHaveLength(before)
  })

  it('a plan in the place of the whole tree is one edit: those before it would be undone', () => {
    const { draft } = prepared(SLIPS)
    expect(draft.patch.length).toBeGreaterThan(1)
    expect(
      draft.apply([sequenceOf([leafOf({ skill: 'Go', args: { place: 'tray' } })])], 'twin', 'anew'),
    ).toBe(true)
    expect([draft.patch.length, draft.notes]).toEqual([1, ['anew']])
  })

  it('a tree that misses its goals is left to the other repairs', () => {
    expect(prepared(SLIPS, '<Sequence><Take item="cup"/></Sequence>').draft.patch).toEqual([])
  })

  it('what falls over an edge of the home is fetched again, in the reference trees of three tasks', async () => {
    for (const task of ['fetch', 'tidy', 'serve']) {
      const world = must(await loadWorld({ world: 'home', task }), task)
      const tree = `${world.folder}/policy/reference-${task}.xml`
      const { policy, library, domain } = must(await loadWorld({ world: 'home', task, tree }), task)
      const found = twinView(withTask(domain, world.task), library, KNOWN).hazards(policy)
      const places = found.filter(({ text }) => text === 'it falls over the edge')
      expect(places.length).toBeGreaterThanOrEqual(1)
      for (const { remedy, symptoms } of places) {
        expect(remedy.map(({ skill }) => skill)).toEqual(['GoTo', 'Pick', 'GoTo', 'Place'])
        expect(symptoms).toHaveLength(1)
      }
    }
  })
})
