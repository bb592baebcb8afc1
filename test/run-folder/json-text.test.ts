import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { readJson } from '#documents/json-text.js'

const TEXT = `{
  "a]": [1, {"x\\"y": [true, null]}, "end}"],
  "twice": 1, "twice": {"z": -2.5e3}
}`

describe('the place of a value in JSON', () => {
  const json = must(readJson(TEXT, { file: 'f.json', line: 7 }), 'JSON')
  it.each([
    [[], '{'],
    [['a]'], '[1'],
    [['a]', 0], '1,'],
    [['a]', 1, 'x"y', 1], 'null'],
    [['a]', 2], '"end}"'],
    [['twice', 'z'], '-2.5e3'],
    [['a]', 1, 'missing', 3], '{"x'],
    [['a]', 9], '[1'],
  ])('%j is where its text begins', (path, begins) => {
    const { file, line, column } = json.whereValue(path)
    const text = TEXT.split('\n')[line - 7]?.slice(column - 1)
    expect([file, text?.startsWith(begins)]).toEqual(['f.json', true])
  })
})

describe('a text that is no JSON', () => {
  it.each([
    ['{"a": 1,}', 1, 9],
    ['', 1, 1],
    [`${'['.repeat(700)}${']'.repeat(700)}`, 1, 601],
    [`${'{"a":'.repeat(50_000)}`, 1, 3001],
  ])('is refused with its place (%#)', (text, line, column) => {
    const read = readJson(text, { file: 'f.json' })
    expect(read.ok ? read.value.value : read.error.where).toEqual({ file: 'f.json', line, column })
  })

  it('brackets in strings are no depth', () => {
    expect(readJson(JSON.stringify('['.repeat(5000)), { file: 'f.json' })).toMatchObject({ ok: true })
  })
})
