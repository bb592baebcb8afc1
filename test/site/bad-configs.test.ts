import { describe, expect, it } from 'vitest'
import { knownKeys } from '#config/service/words/known-keys.js'
import { allSlips, SECTION_NAMES } from './slips.js'
import { expectComplete, problemsOf } from './site-text.js'

/** What YAML itself does not take, in any section. */
const SYNTAX: readonly (readonly [
  title: string,
  text: (section: string) => string,
  code: string,
  line: number,
])[] = [
  ['a tab', (name) => `version: 1\n${name}:\n\tlevel: 1\n`, 'yaml-syntax', 3],
  ['a bracket left open', (name) => `version: 1\n${name}: { a: 1\n`, 'yaml-syntax', 3],
  ['quotes left open', (name) => `version: 1\n${name}: "a\n`, 'yaml-syntax', 3],
  ['two colons', (name) => `version: 1\n${name}: a: b\n`, 'yaml-syntax', 2],
  ['a key without a colon', (name) => `version: 1\n${name}\n`, 'yaml-syntax', 2],
  ['an alias of nothing', (name) => `version: 1\n${name}: *other\n`, 'yaml-alias', 2],
  ['a tag', (name) => `version: 1\n${name}: !!js/function x\n`, 'yaml-syntax', 2],
  ['the section twice', (name) => `version: 1\n${name}: {}\n${name}: {}\n`, 'duplicate-key', 3],
  ['a word for a section', (name) => `version: 1\n${name}: on\n`, 'type', 2],
  ['a list for a section', (name) => `version: 1\n${name}:\n  - a: 1\n`, 'type', 3],
  ['no version', (name) => `${name}: {}\n`, 'version-missing', 1],
  ['a second document', (name) => `version: 1\n---\n${name}: {}\n`, 'several-documents', 2],
]

describe('a bad configuration', () => {
  const slips = allSlips()

  it(`${slips.length} slips in single keys are each refused with place, expected, got and hint`, () => {
    const keys = new Set<string>()
    for (const { title, text, code, line, column, names, hint } of slips) {
      const problems = problemsOf(text)
      const said = `${title}\n${JSON.stringify(problems, null, 1)}`
      expect(problems.length, said).toBe(1)
      const [problem] = problems
      expectComplete(problem, text)
      expect(problem?.code, said).toBe(code)
      expect(problem?.where, said).toEqual({ file: 'graft.yaml', line, column })
      expect(problem?.message, said).toContain(names)
      expect(problem?.hint ?? '', said).toMatch(hint ?? /(?:)/)
      keys.add(title.split(':')[0] ?? '')
    }
    expect(slips.length).toBeGreaterThanOrEqual(500)
    // every key of the schema but the version was slipped on
    expect(keys.size).toBe(knownKeys().size - 1)
    expect(new Set(slips.map(({ text }) => text)).size).toBeGreaterThan(0.95 * slips.length)
  })

  it(`${SYNTAX.length * SECTION_NAMES.length} files that are no configuration are refused where they go wrong`, () => {
    let refused = 0
    for (const [title, write, code, line] of SYNTAX) {
      for (const section of SECTION_NAMES) {
        const text = write(section)
        const problems = problemsOf(text)
        const said = `${title} in ${section}\n${JSON.stringify(problems, null, 1)}`
        expect(
          problems.map((problem) => problem.code),
          said,
        ).toContain(`config.${code}`)
        for (const problem of problems) expectComplete(problem, text)
        expect(
          problems.map((problem) => problem.where?.line),
          said,
        ).toContain(line)
        refused++
      }
    }
    expect(refused).toBe(SYNTAX.length * 16)
  })

  it('takes the name of a field for its id', () => {
    const [problem] = problemsOf('version: 1\nfield: { name: MINE, file: mine.yaml }\n')
    expect(problem).toMatchObject({ code: 'config.unknown-key', hint: 'did you mean id?' })
  })

  it('says everything at once, in the order of the file', () => {
    const text = 'robot: { bdoy: serial }\ncamera: { fps: 0 }\nteleop: { windowMs: 0.5, enabled: yes }\n'
    expect(problemsOf(text).map(({ code, where }) => [code, where?.line, where?.column])).toEqual([
      ['config.version-missing', 1, 1],
      ['config.unknown-key', 1, 10],
      ['config.range', 2, 16],
      ['config.type', 3, 21],
      ['config.type', 3, 35],
    ])
  })

  it.each([
    ['deep brackets', `version: ${'['.repeat(100_000)}`, 'too-deep'],
    ['deep dashes', '- '.repeat(50_000), 'too-deep'],
    [
      'an alias bomb',
      `a: &a [1,1,1,1,1,1,1,1,1,1]\n${[...'bcdefghij'].map((name, i) => `${name}: &${name} [${Array<string>(10).fill(`*${'abcdefghi'[i]}`).join(',')}]`).join('\n')}`,
      'yaml-alias',
    ],
    ['a value inside itself', 'version: 1\nrobot: &r\n  body: *r\n', 'yaml-alias'],
    ['nothing', '', 'empty'],
    ['comments only', '# version: 1\n', 'empty'],
    ['a list', '- version: 1\n', 'type'],
    ['a word', 'hello\n', 'type'],
    ['a newer file', 'version: 2\nshiny: true\n', 'version-newer'],
    ['a version in quotes', 'version: "1"\n', 'value'],
    ['a key of the prototype', 'version: 1\n__proto__: { camera: 1 }\n', 'unknown-key'],
  ])('is bounded and named: %s', (_, text, code) => {
    const problems = problemsOf(text)
    expect(problems.map((problem) => problem.code)).toContain(`config.${code}`)
    for (const problem of problems) expectComplete(problem, text)
  })

  it('that has thousands of mistakes names a hundred and says that there are more', () => {
    const problems = problemsOf(
      `version: 1\n${Array.from({ length: 3000 }, (_, i) => `key${i}: 1`).join('\n')}`,
    )
    expect(problems).toHaveLength(101)
    expect(problems.at(-1)?.code).toBe('config.more-problems')
  })
})
