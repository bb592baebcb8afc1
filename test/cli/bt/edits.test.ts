import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { EXIT } from '#app/command-line/exit-code.js'
import { bt, btOn, Folder, project, Recorder, tree } from './bench.js'

const folder = new Folder()
afterAll(() => folder.remove())

const OLD = `<root BTCPP_format="4" main_tree_to_execute="Main">
  <!-- the mission -->
  <BehaviorTree ID="Main">
    <Sequence>
      <!-- go there -->
      <MoveToZone   zone='1'/>
      <SubTree ID="Pick"/>
    </Sequence>
  </BehaviorTree>
  <BehaviorTree ID="Pick">
    <LoadBlocks/>
  </BehaviorTree>
</root>
`
const NEW = OLD.replace(`zone='1'`, `zone='3'`).replace(
  '<LoadBlocks/>',
  '<Fallback><LoadBlocks/><AlwaysFailure/></Fallback>',
)
const [old, fresh] = [folder.write('old.xml', OLD), folder.write('new.xml', NEW)]

describe('graft bt diff', () => {
  it('shows what differs in every tree, and ends with 1', async () => {
    const { code, text } = await bt('diff', old, fresh)
    expect(code).toBe(EXIT.no)
    expect(text).toContain(`--- ${old}\n+++ ${fresh}\n`)
    expect(text).toContain('tree Main\n')
    expect(text).toContain('-   <MoveToZone zone="1"/>\n+   <MoveToZone zone="3"/>\n')
    expect(text).toContain(
      'tree Pick\n+ <Fallback>\n    <LoadBlocks/>\n+   <AlwaysFailure/>\n+ </Fallback>\n',
    )
    expect(text).toMatch(/^2 edits from one to the other \(1 wrap\)$/m)
  })

  it('says nothing and ends with 0 when only layout and comments differ', async () => {
    const { code, text } = await bt(
      'diff',
      old,
      folder.write('flat.xml', OLD.replace(/<!--.*?-->|\n */g, '')),
    )
    expect({ code, text }).toEqual({ code: EXIT.ok, text: '' })
  })

  it('gives a patch with --json that graft bt edit turns into the other file, comments kept', async () => {
    const { code, text } = await bt('diff', old, fresh, '--json')
    expect(code).toBe(EXIT.no)
    const edited = await bt('edit', old, '--patch', folder.write('patch.json', text))
    expect(edited).toMatchObject({ code: EXIT.ok, errors: '' })
    expect(edited.text).toContain('<!-- the mission -->')
    expect(edited.text).toContain(`<MoveToZone   zone='3'/>`)
    expect((await bt('diff', fresh, folder.write('edited.xml', edited.text))).code).toBe(EXIT.ok)
  })

  it('leaves out what is far from any change', async () => {
    const many = (zone: number): string =>
      tree(`<Sequence>${'<MoveToHome/>'.repeat(20)}<MoveToZone zone="${zone}"/></Sequence>`)
    const [a, b] = [folder.write('a.xml', many(1)), folder.write('b.xml', many(2))]
    const { text } = await bt('diff', a, b, '--context', '1')
    expect(text.match(/MoveToHome/g)).toHaveLength(1)
    expect(text).toMatch(/^ +… 20 lines$/m)
  })

  it('is coloured on a terminal and says the same', async () => {
    const tty = await btOn(new Recorder({ tty: true }), 'diff', old, fresh)
    expect(tty.text).toContain('\u001B[32m+   <MoveToZone zone="3"/>')
    expect(stripVTControlCharacters(tty.text)).toBe((await bt('diff', old, fresh)).text)
  })

  it('draws the change with --svg', async () => {
    const file = folder.file('diff.svg')
    await bt('diff', old, fresh, '--svg', file)
    expect(readFileSync(file, 'utf8')).toMatch(/^<svg [^]*MoveToZone[^]*<\/svg>\n$/)
  })

  it('compares documents with unknown nodes too, but nothing that is no XML', async () => {
    const [a, b] = [
      folder.write('ua.xml', tree('<Ours x="1"/>')),
      folder.write('ub.xml', tree('<Ours x="2"/>')),
    ]
    expect((await bt('diff', a, b)).code).toBe(EXIT.no)
    const broken = await bt('diff', a, folder.write('no.xml', '<root><'))
    expect(broken.code).toBe(EXIT.usage)
    expect(broken.errors).toContain('no.xml:1:')
  })
})

describe('graft bt edit', () => {
  const edit = (file: string, patch: unknown, ...more: string[]) =>
    bt('edit', file, '--patch', folder.write('p.json', JSON.stringify(patch)), ...more)

  it('takes nodes as XML, and writes the file only with --write', async () => {
    const file = folder.write('mine.xml', OLD)
    const patch = [
      { op: 'insert', parent: '/', index: 2, node: '<MoveToHome/>', because: 'it must end at home' },
    ]
    const shown = await edit(file, patch)
    expect(shown.text).toContain('<MoveToHome/>')
    expect(readFileSync(file, 'utf8')).toBe(OLD)
    const written = await edit(file, patch, '--write')
    expect(written).toMatchObject({ code: EXIT.ok, text: '' })
    expect(written.errors).toContain('1 edit applied')
    expect(readFileSync(file, 'utf8')).toBe(shown.text)
  })

  it('refuses a patch that breaks the tree, and changes nothing', async () => {
    const file = folder.write('mine.xml', OLD)
    const { code, errors } = await edit(
      file,
      [{ op: 'setAttr', at: '/0', name: 'zone', value: '99', because: 'test' }],
      '--write',
    )
    expect(code).toBe(EXIT.usage)
    expect(errors).toContain('the result is not a valid tree')
    expect(errors).toContain(`zone='99'`)
    expect(readFileSync(file, 'utf8')).toBe(OLD)
  })

  it('says which edit of a patch is wrong, and how', async () => {
    const because = 'test'
    const wrong: readonly [unknown, string][] = [
      [[{ op: 'setAtr', at: '/0', because }], 'did you mean setAttr?'],
      [
        [
          { op: 'remove', at: '/0', because },
          { op: 'setAttr', at: '/0', name: 'x', value: 3, because },
        ],
        'edit 1 needs value',
      ],
      [[{ op: 'move', at: '/0', parent: '/', because }], 'edit 0 needs index'],
      [[{ op: 'insert', parent: '/', index: 0, node: '<MoveToZone', because }], 'edit 0, node'],
      [[{ op: 'remove', at: '/9', because }], 'edit 0 of '],
      [{ op: 'remove' }, 'a patch is a list of edits'],
      [[7], 'edit 0 is no object'],
    ]
    for (const [patch, message] of wrong) {
      const { code, errors } = await edit(old, patch)
      expect(code).toBe(EXIT.usage)
      expect(errors).toContain(message)
    }
    const noJson = await bt('edit', old, '--patch', folder.write('p.json', '['))
    expect(noJson.errors).toContain('p.json: no JSON')
  })
})

describe('graft bt fmt', () => {
  it('prints the formatted text, checks, and writes', async () => {
    const messy = folder.write('messy.xml', OLD.replaceAll('\n      ', '\n'))
    const shown = await bt('fmt', messy)
    expect(shown.text).toContain('\n      <!-- go there -->\n')
    const check = await bt('fmt', messy, '--check')
    expect(check).toMatchObject({ code: EXIT.no, text: `${messy}\n` })
    expect(check.errors).toContain('1 of 1 file not formatted')
    expect((await bt('fmt', messy, '--write')).code).toBe(EXIT.ok)
    expect(readFileSync(messy, 'utf8')).toBe(shown.text)
    const again = await bt('fmt', messy, '--check')
    expect(again).toMatchObject({ code: EXIT.ok, text: '', errors: '1 file, all formatted\n' })
    expect((await bt('diff', messy, old)).code).toBe(EXIT.ok)
  })

  it.each(['bt', 'templates', 'examples', 'worlds'])(
    'finds all formatted that ships in %s/',
    async (shipped) => {
      const { code, text, errors } = await bt('fmt', '--check', join(project, shipped))
      expect({ code, text }).toEqual({ code: EXIT.ok, text: '' })
      expect(errors).toMatch(/^[1-9]\d* files?, all formatted\n$/)
    },
  )

  it('refuses what is no XML and leaves it as it is', async () => {
    const file = folder.write('torn.xml', '<root><Sequence></root>')
    const { code, errors } = await bt('fmt', file, '--write')
    expect(code).toBe(EXIT.usage)
    expect(errors).toContain('torn.xml:1:')
    expect(readFileSync(file, 'utf8')).toBe('<root><Sequence></root>')
  })
})

describe('graft bt draw', () => {
  it('draws the main tree, or another one, into a file or to stdout', async () => {
    const main = await bt('draw', old)
    expect(main.text).toMatch(/^<svg [^]*<\/svg>\n$/)
    expect(main.text).toContain('MoveToZone')
    const pick = await bt('draw', old, '--tree', 'Pick', '-o', folder.file('pick.svg'))
    expect(pick).toMatchObject({ code: EXIT.ok, text: '' })
    expect(readFileSync(folder.file('pick.svg'), 'utf8')).toContain('LoadBlocks')
    const nowhere = await bt('draw', old, '-o', folder.file('no/where.svg'))
    expect(nowhere.code).toBe(EXIT.usage)
    expect(nowhere.errors).toContain('cannot be written')
  })
})
