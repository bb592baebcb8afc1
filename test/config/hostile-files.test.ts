import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { loadFieldFile } from '#config/field/field-file.js'
import { MAX_FILE_BYTES } from '#documents/read-text-file.js'
import { problemsOf, shippedText } from './field-text.js'

const folder = mkdtempSync(join(tmpdir(), 'graft-field-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function codesOf(content: string | Uint8Array): Promise<(string | undefined)[]> {
  const path = join(folder, 'f.yaml')
  writeFileSync(path, content)
  const loaded = await loadFieldFile(path)
  return loaded.ok ? [] : loaded.error.map(({ code }) => code)
}

describe('a path that is no field file', () => {
  it('does not exist, is a folder, a device, below a file, or no path at all', async () => {
    writeFileSync(join(folder, 'plain'), '')
    mkdirSync(join(folder, 'sub'))
    const paths = ['none.yaml', 'sub', 'plain/x.yaml', 'nul\0.yaml'].map((name) => `${folder}/${name}`)
    const loaded = await Promise.all([...paths, '/dev/null'].map(loadFieldFile))
    expect(loaded.map((read) => !read.ok && read.error.map(({ code }) => code))).toEqual([
      ['field.file-missing'],
      ['field.not-a-file'],
      ['field.file-missing'],
      ['field.file-unreadable'],
      ['field.not-a-file'],
    ])
  })

  it('is too long by one byte, and is read at the limit', async () => {
    const field = shippedText('F1')
    const fill = (length: number): string => `${field}#`.padEnd(length, 'x')
    const bytes = Buffer.byteLength(field) - field.length
    expect(await codesOf(fill(MAX_FILE_BYTES - bytes))).toEqual([])
    expect(await codesOf(fill(MAX_FILE_BYTES - bytes + 1))).toEqual(['field.file-too-long'])
  })

  it('is not UTF-8, with the place of the first wrong byte; a byte order mark is fine', async () => {
    expect(await codesOf(Buffer.from(`\uFEFF${shippedText('F1')}`))).toEqual([])
    expect(await codesOf(Buffer.from(shippedText('F1'), 'utf16le'))).toEqual(['field.not-utf8'])
    const path = join(folder, 'latin.yaml')
    writeFileSync(path, Buffer.concat([Buffer.from('id: a\nsize: '), Buffer.from([0xe9])]))
    expect(await loadFieldFile(path)).toMatchObject({ error: [{ where: { line: 2, column: 7 } }] })
  })
})

const bomb = `a: &a [1,1,1,1,1,1,1,1,1,1]\n${[...'bcdefghij']
  .map((name, i) => `${name}: &${name} [${Array<string>(10).fill(`*${'abcdefghi'[i]}`).join(',')}]`)
  .join('\n')}`

describe('YAML that is no field', () => {
  it.each([
    ['nothing', '', 'empty'],
    ['a comment', '# nothing\n', 'empty'],
    ['a bare document mark', '---\n', 'empty'],
    ['null', 'null\n', 'empty'],
    ['a word', 'hello\n', 'type'],
    ['a list', '- 1\n', 'type'],
    ['two documents', `${shippedText('F1')}---\n${shippedText('F1')}`, 'several-documents'],
    ['a tab as indentation', 'size:\n\tx: 1\n', 'yaml-syntax'],
    ['an unknown tag', 'id: !!js/function x\n', 'yaml-syntax'],
    ['an alias of nothing', 'id: *nothing\n', 'yaml-alias'],
    ['a value inside itself', 'fields: &f\n  - *f\n', 'yaml-alias'],
    ['an alias bomb', bomb, 'yaml-alias'],
    ['deep brackets', '['.repeat(200_000), 'too-deep'],
    ['deep dashes', '- '.repeat(100_000), 'too-deep'],
    ['deep indentation', Array.from({ length: 200 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'), 'too-deep'],
  ])('%s', (_, text, code) => {
    expect(problemsOf(text).map((problem) => problem.code)).toContain(`field.${code}`)
  })

  it('says at most 100 problems and that there are more', () => {
    const many = Array.from({ length: 2000 }, (_, i) => `key${i}: 1`).join('\n')
    const problems = problemsOf(many)
    expect(problems).toHaveLength(101)
    expect(problems.at(-1)?.code).toBe('field.more-problems')
  })

  it('names of the prototype chain are unknown keys like any other', () => {
    const text = `__proto__: { id: F9 }\nconstructor: 1\ntoString: 2\n${shippedText('F1')}`
    expect(problemsOf(text).map(({ code, got }) => [code, got])).toEqual(
      ['__proto__', 'constructor', 'toString'].map((key) => ['field.unknown-key', key]),
    )
  })
})
