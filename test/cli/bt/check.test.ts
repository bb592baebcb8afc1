import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { CODES } from '#bt/codes.js'
import { readLibrary, readPolicy } from '#app/policy.js'
import { EXIT } from '#app/command-line/exit-code.js'
import { bt, btOn, Folder, project, Recorder, tree } from './bench.js'

const folder = new Folder()
afterAll(() => folder.remove())

const BROKEN = `<root BTCPP_format="4" main_tree_to_execute="Main">
  <BehaviorTree ID="Main">
    <Sequense>
      <MoveToZone zone="9"/>
      <Delay delay_msec="soon"><AlwaysSuccess/></Delay>
      <AlwaysSuccess _skipIf="x &gt;"/>
    </Sequense>
  </BehaviorTree>
</root>
`

describe('graft bt check', () => {
  it('tells every problem of a file at once, with its place, the line and a caret under it', async () => {
    const file = folder.write('broken.xml', BROKEN)
    const { code, text, errors } = await bt('check', file)
    expect({ code, errors }).toEqual({ code: EXIT.no, errors: '' })
    expect(text).toContain(`${file}:3:5: error bt.unknown-node: `)
    expect(text).toContain('    3 |     <Sequense>\n      |     ^~~~~~~~~\n')
    expect(text).toMatch(/hint: +did you mean Sequence\?/)
    expect(text).toContain(`${file}:4:25: error bt.port-range: `)
    expect(text).toContain(`      |                         ^\n`)
    expect(text).toContain(`${file}:5:26: error bt.port-type: `)
    expect(text).toContain(`${file}:6:`)
    expect(text).toMatch(/^4 errors$/m)
    expect(text).toContain('graft bt explain bt.unknown-node')
  })

  it('says once that a tree is of a world, and how it is checked there; a slip is still a slip', async () => {
    const { text } = await bt('check', `${project}worlds/home/policy/initial-tidy.xml`)
    expect(text.match(/unknown node \w+/g)?.length).toBeGreaterThan(4)
    expect(text.match(/graft world check home/g)).toHaveLength(1)
    expect(text).not.toContain('in a palette')
    const own = folder.write('own.xml', tree('<Fly/>'))
    expect((await bt('check', own)).text).toContain('in a palette')
  })

  it('is content with the trees that ship with graft, palette and subtrees included', async () => {
    const { code, text } = await bt('check', `${project}bt`)
    expect(code).toBe(EXIT.ok)
    expect(text).toBe('6 files checked, no problems\n')
  })

  it('looks into folders, and only at files that hold trees or palettes', async () => {
    mkdirSync(folder.file('some/deeper'), { recursive: true })
    mkdirSync(folder.file('some/.git'))
    folder.write('some/a.xml', tree('<AlwaysSuccess/>'))
    folder.write('some/deeper/b.xml', tree('<AlwaysSucces/>'))
    folder.write('some/.git/c.xml', tree('<Nonsense/>'))
    folder.write('some/other.xml', '<html/>')
    const { code, text } = await bt('check', folder.file('some'))
    expect(code).toBe(EXIT.no)
    expect(text).toContain('1 error in 1 of 2 files')
    expect(text).toContain('b.xml:3:5: error bt.unknown-node')
  })

  it('gives one JSON object a problem and a summary at the end', async () => {
    const { code, json, errors } = await bt('check', folder.write('broken.xml', BROKEN), '--json')
    expect({ code, errors }).toEqual({ code: EXIT.no, errors: '' })
    const [first] = json
    expect(first).toMatchObject({
      type: 'problem',
      code: 'bt.unknown-node',
      severity: 'error',
      where: { file: folder.file('broken.xml'), line: 3, column: 5 },
    })
    expect(json.at(-1)).toEqual({ type: 'summary', ok: false, files: 1, errors: 4, warnings: 0 })
    expect(json).toHaveLength(5)
  })

  it('names only codes that graft bt explain knows', async () => {
    const { json } = await bt('check', folder.write('broken.xml', BROKEN), '--json')
    const codes = json.slice(0, -1).map(({ code }) => String(code))
    expect(codes.filter((code) => !CODES.has(code))).toEqual([])
  })

  it('annotates pull requests on GitHub', async () => {
    const { code, text, errors } = await bt('check', folder.write('a,b.xml', BROKEN), '--format', 'github')
    expect(code).toBe(EXIT.no)
    const [line] = text.split('\n')
    expect(line).toMatch(
      /^::error file=.*a%2Cb\.xml,line=3,col=5,title=bt\.unknown-node::.*%0Ahint: did you mean Sequence\?$/,
    )
    expect(errors).toContain('4 errors')
  })

  it('writes SARIF in which each result points to its rule', async () => {
    const { text } = await bt('check', folder.write('broken.xml', BROKEN), '--format', 'sarif')
    const { version, runs } = JSON.parse(text) as {
      version: string
      runs: {
        tool: { driver: { rules: { id: string }[] } }
        results: { ruleId: string; ruleIndex: number }[]
      }[]
    }
    expect(version).toBe('2.1.0')
    expect(runs[0]?.results).toHaveLength(4)
    for (const { ruleId, ruleIndex } of runs[0]?.results ?? []) {
      expect(runs[0]?.tool.driver.rules[ruleIndex]?.id).toBe(ruleId)
    }
  })

  it('judges by the palette that is given, and says how to give one when nodes are unknown', async () => {
    const mission = folder.write('mission.xml', tree('<Grasp force="3"/>'))
    const without = await bt('check', mission)
    expect(without.code).toBe(EXIT.no)
    expect(without.text).toContain('--nodes palette.xml')
    const palette = folder.write(
      'palette.xml',
      '<root BTCPP_format="4"><TreeNodesModel><Action ID="Grasp"><input_port name="force" type="int"/></Action></TreeNodesModel></root>',
    )
    expect(await bt('check', mission, '--nodes', palette)).toMatchObject({ code: EXIT.ok })
    const robots = await bt('check', folder.write('r.xml', tree('<MoveToHome/>')), '--nodes', palette)
    expect(robots.code).toBe(EXIT.no)
    expect(robots.text).toContain(`known nodes: the built-in ones and those of ${palette}`)
  })

  it('takes the nodes that a document describes itself, as Groot2 saves them, and says so', async () => {
    const model = '<TreeNodesModel><Action ID="Grasp"><input_port name="force"/></Action></TreeNodesModel>'
    const file = folder.write('own.xml', tree('<Grasp force="3"/>').replace('</root>', `${model}</root>`))
    const { code, text } = await bt('check', file)
    expect(code).toBe(EXIT.ok)
    expect(text).toContain("taken from the documents' own <TreeNodesModel>: Grasp")
  })

  it('refuses a palette that is none, and two that contradict one another', async () => {
    const mission = folder.write('mission.xml', tree('<AlwaysSuccess/>'))
    const missing = await bt('check', mission, '--nodes', folder.file('palete.xml'))
    expect(missing.code).toBe(EXIT.usage)
    expect(missing.text).toContain('there is no file')
    const describe = (type: string): string =>
      `<root><TreeNodesModel><Action ID="G"><input_port name="p" type="${type}"/></Action></TreeNodesModel></root>`
    const [a, b] = [folder.write('pa.xml', describe('int')), folder.write('pb.xml', describe('double'))]
    const both = await bt('check', mission, '--nodes', a, '--nodes', b)
    expect(both.code).toBe(EXIT.usage)
    expect(both.text).toContain(`${a} and ${b} describe G in different ways`)
    expect((await bt('check', mission, '--nodes', a, '--nodes', a)).code).toBe(EXIT.ok)
  })

  it('counts warnings as a failure only above --max-warnings, and leaves them out with --no-lint', async () => {
    const file = folder.write('warned.xml', tree('<AlwaysSuccess/>').replace(' BTCPP_format="4"', ''))
    const plain = await bt('check', file)
    expect(plain).toMatchObject({ code: EXIT.ok })
    expect(plain.text).toContain('1 warning')
    const strict = await bt('check', file, '--max-warnings', '0')
    expect(strict.code).toBe(EXIT.no)
    expect(strict.text).toContain('more warnings than --max-warnings allows')
    expect((await bt('check', file, '--no-lint', '--max-warnings', '0')).code).toBe(EXIT.ok)
  })

  it('refuses under --compat strict what BehaviorTree.CPP only warns about', async () => {
    const file = folder.write('text.xml', tree('<Sequence>words<AlwaysSuccess/></Sequence>'))
    expect((await bt('check', file)).code).toBe(EXIT.ok)
    expect((await bt('check', file, '--compat', 'strict')).code).toBe(EXIT.no)
  })

  it('quotes nothing of a file that an include names outside the folder of the tree, unless it holds trees', async () => {
    const secret = 'root:$6$verysecret:19000:0:99999:7:::'
    const texts = [secret, `<a>${secret}</a>`, `<root>${secret}<b></root>`, `<root x="${secret}`, '', '\0\0']
    for (const [number, text] of texts.entries()) {
      const outside = folder.write('secret', text)
      const include = (path: string): string =>
        `<root BTCPP_format="4" main_tree_to_execute="A"><include path="${path}"/><BehaviorTree ID="A"><AlwaysSuccess/></BehaviorTree></root>`
      mkdirSync(folder.file(`own${number}`))
      symlinkSync(outside, folder.file(`own${number}/link.xml`))
      for (const path of [outside, '../secret', 'link.xml'])
        for (const args of [[], ['--json']]) {
          const io = await bt('check', folder.write(`own${number}/a.xml`, include(path)), ...args)
          expect(io.code, io.text).toBe(EXIT.no)
          expect(`${io.text}${io.errors}`).toMatch(/is not a document with trees/)
          expect(`${io.text}${io.errors}`).not.toMatch(/verysec|root:/)
        }
      const read = readPolicy(folder.file(`own${number}/a.xml`), readLibrary())
      expect(JSON.stringify(read)).not.toMatch(/verysec|root:/)
    }
    // a tree of another folder is judged as any
    folder.write('secret', tree('<Nope/>'))
    expect((await bt('check', folder.file('own0/a.xml'))).text).toMatch(/link.xml:3:5: error bt.unknown-node/)
  })

  it('shows a problem of an included file at its place there, and only once', async () => {
    folder.write('part.xml', tree('<Nothing/>').replaceAll('Main', 'Part'))
    const including = (id: string): string =>
      `<root BTCPP_format="4" main_tree_to_execute="${id}"><include path="part.xml"/><BehaviorTree ID="${id}"><SubTree ID="Part"/></BehaviorTree></root>`
    const [a, b] = [folder.write('inc1.xml', including('A')), folder.write('inc2.xml', including('B'))]
    const { text } = await bt('check', a, b)
    expect(text.match(/part\.xml:3:5: error/g)).toHaveLength(1)
    expect(text).toContain('    3 |     <Nothing/>')
  })

  it('says when a file has more problems than it shows', async () => {
    const many = (count: number): string => tree(`<Sequence>${'<Nope/>'.repeat(count)}</Sequence>`)
    const { text } = await bt('check', folder.write('many.xml', many(250)))
    expect(text).toContain('200 errors\nonly the first 200 errors and warnings of each file are shown\n')
    expect((await bt('check', folder.write('many.xml', many(20)))).text).not.toContain('only the first')
  })

  it('explains paths that cannot be read, and checks the others all the same', async () => {
    const good = folder.write('good.xml', tree('<AlwaysSuccess/>'))
    const binary = folder.write('binary.xml', new Uint8Array([0, 1, 2]))
    const latin = folder.write('latin.xml', new Uint8Array([0x3c, 0xe4]))
    const empty = folder.file('empty')
    mkdirSync(empty)
    const { code, text } = await bt('check', folder.file('godo.xml'), good, binary, latin, empty)
    expect(code).toBe(EXIT.usage)
    expect(text).toMatch(/there is no file .*godo\.xml/)
    expect(text).toContain('did you mean good.xml?')
    expect(text).toContain(`${binary} is not UTF-8 text`)
    expect(text).toContain(`${latin} is not UTF-8 text`)
    expect(text).toContain(`there are no behaviour trees in ${empty}`)
  })

  it('keeps the caret below tabs, wide letters and long lines, and lets no control character out', async () => {
    const long = `<AlwaysSuccess name="${'x'.repeat(300)}"/><Nope/>`
    const cases: readonly [string, RegExp][] = [
      ['\t<Nope/>', / {2}\| {7}<Nope\/>|\| {5} <Nope\/>/],
      ['<Sequence name="森"><Nope/></Sequence>', /<Sequence name="森"><Nope\/>/],
      [`<Sequence>${long}</Sequence>`, /\.\.\.x+"\/><Nope\/>/],
      ['<Sequence name="\u202Eevil"><Nope/></Sequence>', /\uFFFDevil/],
    ]
    for (const [nodes, shown] of cases) {
      const { text } = await bt('check', folder.write('odd.xml', tree(nodes)))
      const lines = text.split('\n')
      const at = lines.findIndex((line) => line.includes('| ') && line.includes('<Nope/>'))
      expect(lines[at]).toMatch(shown)
      // a wide letter takes two columns but is one character
      const wide = lines[at]?.includes('森') === true ? 1 : 0
      expect(lines[at + 1]?.indexOf('^')).toBe((lines[at]?.indexOf('<Nope/>') ?? 0) + wide)
      expect(text).not.toMatch(/[\u202E\u001B]/)
    }
  })

  it('is coloured on a terminal, unless NO_COLOR is set, and says the same', async () => {
    const file = folder.write('broken.xml', BROKEN)
    const plain = await bt('check', file)
    const tty = await btOn(new Recorder({ tty: true }), 'check', file)
    const none = await btOn(new Recorder({ tty: true, env: { NO_COLOR: '1' } }), 'check', file)
    expect(tty.text).toContain('\u001B[31m')
    expect(stripVTControlCharacters(tty.text)).toBe(plain.text)
    expect(none.text).toBe(plain.text)
  })

  it('the transcript in docs/bt/README.md is what it prints', async () => {
    const manual = readFileSync(`${project}docs/bt/README.md`, 'utf8')
    const [, xml] = /<!-- fetch\.xml -->\n```xml\n([^]*?)```/.exec(manual) ?? []
    const [, transcript] = /```text\n\$ graft bt check fetch\.xml\n([^]*?)```/.exec(manual) ?? []
    const file = folder.write('fetch.xml', xml ?? '')
    const { text } = await bt('check', file)
    expect(text.replaceAll(file, 'fetch.xml')).toBe(transcript)
    expect(transcript).toContain('errors')
  })
})

it.each([
  ['/dev/zero', 'it is a device, pipe or socket', 'name a file with behaviour trees that you may read'],
  ['/', 'it is a folder', 'name a file with behaviour trees that you may read'],
  ['/no-such.xml', undefined, 'there is no such file'],
])('an include of %s is refused with the reason', async (path, why, hint) => {
  const file = folder.write('include.xml', `<root BTCPP_format="4"><include path="${path}"/></root>`)
  const { code, errors, text } = await bt('check', file)
  expect(code).toBe(EXIT.no)
  const message = `cannot include ${path}${why === undefined ? '' : `: ${why}`}\n`
  expect(`${errors}${text}`).toContain(`error bt.include: ${message}`)
  expect(`${errors}${text}`).toContain(`hint:     ${hint}\n`)
})
