import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { benchFieldsYaml } from '../../lab/training/bench-fields.js'
import { formatDiagnostic } from '#base/diagnostic.js'
import { initialTree } from '../../lab/bench/vrl/workers/worker.js'
import { benchFields } from '../../lab/bench/fields/bench-fields.js'
import { projectFile } from '#documents/read-text-file.js'
import { readLibrary } from '#app/policy.js'
import { rehearseTree } from '#robots/field/check-tree.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { initialBelief } from '#twin/field/belief.js'

const folder = mkdtempSync(join(tmpdir(), 'graft-bench-fields-'))
afterAll(() => rmSync(folder, { recursive: true }))

const file = projectFile('config/bench/fields.yaml')
const read = async (path?: string): Promise<readonly FieldSetup[]> => {
  const fields = await benchFields(path)
  if (!fields.ok) throw new Error(fields.error.map(formatDiagnostic).join('\n'))
  return fields.value
}
const problems = async (path: string): Promise<string> => {
  const fields = await benchFields(path)
  return fields.ok ? '' : fields.error.map(formatDiagnostic).join('\n')
}
const coordinates = ({ map }: FieldSetup) => JSON.stringify(map.zones.map(({ id, at }) => [id, at]))
const faces = ({ orange }: FieldSetup) => JSON.stringify([...orange])

describe('the twelve test fields of the bench', () => {
  it('are what their generator writes', () => {
    expect(readFileSync(file, 'utf8')).toBe(benchFieldsYaml())
  })

  it('are T1 … T12, six at the demo’s coordinates with other faces than F1 … F5, six elsewhere', async () => {
    const [demo, fields] = [await read(), await read(file)]
    expect(fields.map(({ map }) => map.id)).toEqual(Array.from({ length: 12 }, (_, i) => `T${i + 1}`))
    const [near, far] = [fields.slice(0, 6), fields.slice(6)]
    const place = coordinates(demo[0] as FieldSetup)
    expect(near.map(coordinates)).toEqual(near.map(() => place))
    const known = [...demo, ...near].map(faces)
    expect(new Set(known).size).toBe(known.length)
    const demoAt = new Set((demo[0] as FieldSetup).map.zones.map(({ at }) => `${at.x} ${at.y}`))
    for (const { map } of far) expect(map.zones.filter(({ at }) => demoAt.has(`${at.x} ${at.y}`))).toEqual([])
    const shelf = JSON.stringify((demo[0] as FieldSetup).map.shelf)
    expect(far.filter(({ map }) => JSON.stringify(map.shelf) !== shelf).length).toBeGreaterThanOrEqual(3)
    expect(far.filter(({ orange }) => orange.size === 3)).toHaveLength(2)
    expect(far.filter(({ orange }) => orange.size === 4)).toHaveLength(4)
  })

  it('the first policy has something to learn from on each: its plan works (VRL-03)', async () => {
    const library = readLibrary()
    for (const { map } of await read(file)) {
      const rehearsed = rehearseTree(initialTree(library), initialBelief(map), { map, library })
      expect([map.id, rehearsed.ok]).toEqual([map.id, true])
    }
  })
})

describe('--fields', () => {
  const one = readFileSync(projectFile('config/fields/F1.yaml'), 'utf8')

  it('reads a folder in the order of its names', async () => {
    const dir = join(folder, 'two')
    mkdirSync(dir)
    writeFileSync(join(dir, 'b.yaml'), one)
    writeFileSync(join(dir, 'a.yml'), one.replace('id: F1', 'id: G1'))
    writeFileSync(join(dir, 'notes.txt'), 'not a field')
    expect((await read(dir)).map(({ map }) => map.id)).toEqual(['G1', 'F1'])
  })

  it('says file, line and column of what is wrong in any file of a folder', async () => {
    const dir = join(folder, 'wrong')
    mkdirSync(dir)
    writeFileSync(join(dir, 'good.yaml'), one)
    writeFileSync(join(dir, 'wrong.yaml'), one.replace('kind: load', 'kind: lode'))
    expect(await problems(dir)).toMatch(/wrong\.yaml:\d+:\d+: error field\./)
  })

  it('refuses the same id in two files: it names the runs', async () => {
    const dir = join(folder, 'twice')
    mkdirSync(dir)
    writeFileSync(join(dir, 'a.yaml'), one)
    writeFileSync(join(dir, 'b.yaml'), one)
    expect(await problems(dir)).toMatch(/b\.yaml:1:1: error field\.id-twice: two fields have the id F1/)
  })

  it('says what is missing: an empty folder, no file', async () => {
    const dir = join(folder, 'empty')
    mkdirSync(dir)
    expect(await problems(dir)).toContain('holds no field')
    expect(await problems(join(folder, 'nowhere.yaml'))).toContain('nowhere.yaml')
  })
})
