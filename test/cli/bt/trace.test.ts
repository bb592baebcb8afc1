import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CaseRecord } from '#bt-tools/tape/case.js'
import { agreement } from '#bt-cli/trace/agreement.js'
import { EXIT } from '#app/command-line/exit-code.js'
import { bt, Folder, project, tree } from './bench.js'

const folder = new Folder()
afterAll(() => folder.remove())

interface Recorded {
  readonly name: string
  readonly xml: string
  readonly files?: Readonly<Record<string, string>>
  readonly case: unknown
  readonly expect: CaseRecord
}

const recorded = readFileSync(join(project, 'test/conformance/cases.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded)

/** Lays a case out as the corpus does. */
function layOut(into: string, { name, xml, files, ...rest }: Recorded): string {
  mkdirSync(into, { recursive: true })
  writeFileSync(join(into, `${name}.xml`), xml)
  for (const [path, text] of Object.entries(files ?? {})) {
    const file = join(into, `${name}.files`, path)
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, text)
  }
  const file = join(into, `${name}.expected.json`)
  writeFileSync(file, JSON.stringify({ name, ...rest }))
  return file
}

describe('graft bt trace', () => {
  const all = folder.file('all')
  beforeAll(() => recorded.forEach((each) => layOut(all, each)))

  it('prints one line for each case of a folder, with what this engine does, in the form of the recording', async () => {
    const { json, errors } = await bt('trace', all, '--json')
    expect(errors).toBe('')
    expect(json).toHaveLength(recorded.length)
    expect(json.map(({ name }) => name)).toEqual(recorded.map(({ name }) => name).sort())
    const byName = new Map(recorded.map((each) => [each.name, each]))
    let agreed = 0
    for (const line of json) {
      expect(Object.keys(line)).toEqual(['name', 'expect'])
      const wanted = byName.get(String(line['name']))?.expect ?? {}
      const got = line['expect'] as CaseRecord
      if (agreement(wanted, got).level === 'L3') {
        agreed++
        const keys = Object.keys(wanted)
        expect({ [String(line['name'])]: Object.keys(got).sort() }).toEqual({
          [String(line['name'])]: keys.sort(),
        })
      }
    }
    expect(agreed).toBeGreaterThan(json.length / 2)
  })

  it('never reads what was recorded: without it, or with lies in it, the lines are the same', async () => {
    const some = recorded.slice(0, 40)
    const [lies, none] = [folder.file('lies'), folder.file('none')]
    some.forEach((each) => layOut(lies, { ...each, expect: { steps: 'lies' } }))
    some.forEach(({ expect: _, ...each }) => layOut(none, each as Recorded))
    const [a, b] = [await bt('trace', lies, '--json'), await bt('trace', none, '--json')]
    expect(a.code).toBe(EXIT.ok)
    expect(b.text).toBe(a.text)
    expect(a.json).toHaveLength(some.length)
  })

  it('finds included files as if the tree stood in NAME.files, nested ones too', async () => {
    const nested = recorded.filter(({ files }) => files !== undefined)
    expect(nested.length).toBeGreaterThanOrEqual(3)
    const at = folder.file('nested')
    nested.forEach((each) => layOut(at, each))
    const { json } = await bt('trace', at, '--json')
    for (const { expect: got } of json as { expect: CaseRecord }[]) expect(got['error']).toBeUndefined()
  })

  it('takes a single case, and tells people in a table what happened', async () => {
    const [first] = recorded
    if (first === undefined) throw new Error('there are no cases')
    const file = layOut(folder.file('one'), first)
    const { code, text } = await bt('trace', file)
    expect(code).toBe(EXIT.ok)
    expect(text).toMatch(/^afb_skip +\d+\.\d ms {2}4 steps, FAILURE$/m)
    expect(text).toMatch(/^1 case \(/m)
  })

  it('compares with the recording only when it is told to, and shows the first difference', async () => {
    const [first] = recorded
    if (first === undefined) throw new Error('there are no cases')
    const steps = first.expect['steps'] as { status: string; events: unknown[][] }[]
    const changed = (step: object): Recorded => ({
      ...first,
      expect: { ...first.expect, steps: [{ ...steps[0], ...step }, ...steps.slice(1)] as never },
    })
    const cases: readonly [string, Recorded, string][] = [
      ['same', first, 'L3'],
      ['ticks', changed({ events: steps[0]?.events.filter((event) => event[0] !== 't') }), 'L2'],
      ['events', changed({ events: [] }), 'L1'],
      ['status', changed({ status: 'SUCCESS' }), 'none'],
    ]
    for (const [name, record, level] of cases) {
      const file = layOut(folder.file('compare'), { ...record, name })
      const { code, json } = await bt('trace', file, '--compare', '--json')
      expect(json[0]).toMatchObject({ name, level })
      expect(code).toBe(level === 'L3' ? EXIT.ok : EXIT.no)
    }
    const { text } = await bt('trace', folder.file('compare'), '--compare')
    expect(text).toContain('differs at /steps/0/status')
    expect(text).toContain('recorded "SUCCESS"')
    expect(text).toContain('got      "RUNNING"')
    expect(text).toContain('4 cases; 1 agree at L3; 1 agree only at L2; 1 agree only at L1; 1 do not agree')
  })

  it('says on stderr what it cannot read, goes on, and fails at the end', async () => {
    const at = folder.file('sick')
    mkdirSync(at)
    const write = (name: string, text: string): void => writeFileSync(join(at, name), text)
    write('a.expected.json', '{"case":{"steps":["tick"]}}')
    write('b.expected.json', '{"case":{"steps":["jump"]}}')
    write('b.xml', tree('<AlwaysSuccess/>'))
    write('c.expected.json', '{')
    write('d.expected.json', '{"case":{"steps":["tick"]}}')
    write('d.xml', tree('<AlwaysSuccess/>'))
    const { code, json, errors } = await bt('trace', at, folder.file('nowhere.expected.json'), '--json')
    expect(code).toBe(EXIT.usage)
    expect(json.map(({ name }) => name)).toEqual(['d'])
    expect(errors).toContain('there is no file')
    expect(errors).toContain('b.expected.json is not a case')
    expect(errors).toContain('c.expected.json is not a case')
    expect(errors).toContain('nowhere.expected.json')
  })
})
