import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseTabletopScenario, readTabletopScenario } from '#config/tabletop/tabletop-scenario.js'
import { TABLETOP_FAULT_KINDS } from '#tabletop/fault-profile.js'
import { REPO } from '../../lab/architecture/source-tree.js'

const FOLDER = join(REPO, 'worlds/tabletop/scenarios')

describe('scenarios of the tabletop', () => {
  it('are one for each kind of fault, which has that fault and no other', async () => {
    const files = readdirSync(FOLDER)
    expect(files.toSorted()).toEqual(TABLETOP_FAULT_KINDS.map((kind) => `${kind}.yaml`).toSorted())
    for (const kind of TABLETOP_FAULT_KINDS) {
      const read = await readTabletopScenario(join(FOLDER, `${kind}.yaml`))
      expect(read.ok, kind).toBe(true)
      if (!read.ok) continue
      expect(Object.keys(read.value.faults)).toEqual([kind])
      expect(read.value.faults[kind]).toBeGreaterThan(0)
    }
  })

  it.each([
    ['a kind that there is not', 'faults: { sticky: 1 }', 'sticky'],
    ['a kind among others', 'faults: { slippery: 0.7, bananas: 1 }', TABLETOP_FAULT_KINDS.join(', ')],
    ['a key that there is not', 'faults: {}\nitem: [can]', 'scenario, text, faults, items'],
    ['kinds as things', 'faults: {}\nitems: { heavy: [can] }', '"a list"'],
    ['a chance above 1', 'faults: { stuck: 2 }', 'stuck'],
    ['a thing that there is not', 'faults: { heavy: 1 }\nitems: [can, spoon]', 'spoon'],
    ['things of which none can be wide', 'faults: { wide: 1 }\nitems: [ball]', 'can, cup, plate'],
  ])('say where they are wrong: %s', (_, text, named) => {
    const read = parseTabletopScenario(`scenario: mine\ntext: Mine.\n${text}\n`, 'mine.yaml')
    expect(read.ok).toBe(false)
    if (read.ok) return
    expect(read.error).toHaveLength(1)
    const [problem] = read.error
    expect(problem?.where?.line).toBeGreaterThan(2)
    expect(JSON.stringify(problem)).toContain(named)
    for (const part of [problem?.expected, problem?.got]) expect(part).toBeTruthy()
  })
})
