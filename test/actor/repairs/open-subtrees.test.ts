import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { applyEdits } from '#bt/edit/apply.js'
import { parseTree } from '#bt/xml/parse.js'
import { nodeLines, writeTree } from '#bt/xml/write.js'
import { mainRoot } from '#learning/actor/units.js'
import { openSubtrees } from '#learning/actor/repairs/open-subtrees.js'
import { issue, library, LOAD, report, situation, tree, TRIP, UNLOAD } from '../world.js'

const own = (main: string, ...others: readonly string[]) => {
  const robots = tree('<MoveToHome/>')
  const xml = `<root BTCPP_format="4" main_tree_to_execute="Main"><BehaviorTree ID="Main">${main}</BehaviorTree>${others.join('')}</root>`
  const include = robots.trees.filter(({ id }) => id !== robots.main)
  return must(parseTree(xml, { file: 'test.xml', library, include }), 'a tree of this test')
}
const input = (doc: ReturnType<typeof own>) =>
  situation('<MoveToHome/>', {
    tree: doc,
    report: report(issue('coverage', 3, { nodePath: '/0/0/1' })),
    trace: { seconds: 1, units: [], failures: [] },
  })
const MAIN = '<Sequence><SubTree ID="Trip"/><MoveToHome/></Sequence>'
const mainOf = (doc: ReturnType<typeof own>): string =>
  nodeLines(mainRoot(doc))
    .map(({ text }) => text)
    .join('\n')

describe('SubTrees of the tree’s own are opened before they are mended', () => {
  it('by edits that lead to the same nodes, and report and trace speak of those', () => {
    const doc = own(MAIN, `<BehaviorTree ID="Trip">${TRIP(1, 2)}</BehaviorTree>`)
    const opened = openSubtrees(input(doc), library)
    const flat = own(`<Sequence>${TRIP(1, 2)}<MoveToHome/></Sequence>`)
    expect(opened && mainOf(opened.input.tree)).toBe(mainOf(flat))
    const edits = (opened?.edits ?? []).map((edit) => ({ ...edit, because: 'x' }))
    expect(mainOf(must(applyEdits(doc, edits), 'the edits'))).toBe(mainOf(flat))
    expect(opened?.input.report?.issues[0]?.nodePath).toBe('/0/1')
  })

  it('also one within another, but none that opens itself', () => {
    const outer = `<BehaviorTree ID="Trip"><Sequence><SubTree ID="Inner"/></Sequence></BehaviorTree>`
    const inner = `<BehaviorTree ID="Inner"><Sequence><MoveToZone zone="1"/>${LOAD}</Sequence></BehaviorTree>`
    const opened = openSubtrees(input(own(MAIN, outer, inner)), library)
    expect(opened && mainOf(opened.input.tree)).toContain('MoveToZone')
    expect(opened && mainOf(opened.input.tree)).not.toContain('Inner')
  })

  it('not the robot’s own, and not one that is given ports', () => {
    expect(openSubtrees(input(own(`<Sequence>${LOAD}${UNLOAD}</Sequence>`)), library)).toBeNull()
    const given = '<Sequence><SubTree ID="Trip" zone="2"/><MoveToHome/></Sequence>'
    const body = `<BehaviorTree ID="Trip"><MoveToZone zone="{zone}"/></BehaviorTree>`
    const doc = own(given, body)
    expect(openSubtrees(input(doc), library)).toBeNull()
    expect(writeTree(doc)).toContain('zone="2"')
  })
})
