import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import { firstTree, nodes } from '../../../examples/bt/tutorial.js'
import { VirtualClock } from '#bt-tools/index.js'
import { bench } from './load.js'

const root = new URL('../../../', import.meta.url)
const read = (path: string): string => readFileSync(fileURLToPath(new URL(path, root)), 'utf8')
const page = read('docs/bt/custom-nodes.md')

describe('docs/bt/custom-nodes.md', () => {
  it('shows only code that is type-checked and runs here', () => {
    const code = read('examples/bt/tutorial.ts')
    const blocks = [...page.matchAll(/```(?:ts|xml)\n([^]*?)```/g)].map(([, block]) => block ?? '')
    expect(blocks).toHaveLength(10)
    expect(blocks.filter((block) => !code.includes(block))).toEqual([])
  })

  it('links to files that are there', () => {
    const links = [...page.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link ?? '')
    expect(links.length).toBeGreaterThanOrEqual(8)
    const missing = links.filter((link) => !existsSync(fileURLToPath(new URL(`docs/bt/${link}`, root))))
    expect(missing).toEqual([])
  })

  it('its first tree runs', () => {
    const say = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    expect(firstTree(new VirtualClock())).toBe('SUCCESS')
    expect(say.mock.calls).toEqual([['hello'], ['ho ']])
    say.mockRestore()
  })

  it('its other nodes do what it says', async () => {
    const { tree, clock } = bench(
      `<Sequence>
         <Above value="0.3"/>
         <FindPlace place="dock" pose="{dock}"/>
         <Race>
           <MoveTo goal="{dock}" gait="TROT" arrived="{arrived}"/>
           <MoveTo goal="50;0"/>
         </Race>
         <Cooldown seconds="60" runs="{runs}"><AlwaysSuccess/></Cooldown>
       </Sequence>`,
      nodes,
    )
    const pass = async () => {
      for (let ticks = 1; ; ticks++) {
        if (tree.tick() === 'SUCCESS') return ticks
        clock.advance(1000)
        await new Promise(setImmediate)
      }
    }
    // one tick to ask the map, 5 m at 2 m/s
    expect(await pass()).toBe(5)
    expect(tree.blackboard.value('arrived')).toMatchObject({ number: 1 })
    expect(await pass()).toBe(5)
    // the second time the cooldown skipped its child
    expect(tree.blackboard.value('runs')).toMatchObject({ number: 1 })
  })

  it('a goal too far away fails with its reason', () => {
    const { tree } = bench('<MoveTo goal="300;0"/>', nodes)
    const reasons: unknown[] = []
    tree.observe({ changed: (node, _, to) => to === 'FAILURE' && reasons.push(node.reason) })
    expect(tree.tick()).toBe('FAILURE')
    expect(reasons).toEqual(['that is too far'])
  })
})
