import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSubstitution, Substitution } from '#bt/engine/instance/substitution.js'

const rules = (...patterns: readonly string[]): Substitution =>
  new Substitution(patterns.map((pattern) => [pattern, { kind: 'node', id: pattern }]))

const chosen = (substitution: Substitution, fullPath: string): string | undefined => {
  const found = substitution.of({ name: 'open', id: 'OpenDoor', fullPath })
  return found?.kind === 'node' ? found.id : undefined
}

/** An independent judge: the pattern as a regular expression. */
const wildcard = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\/]/g, '\\$&')
      .replaceAll('*', '[^]*')
      .replaceAll('?', '[^]')}$`,
  )

describe('which nodes a substitution rule means', () => {
  it.each([
    ['open', 'x', true],
    ['OpenDoor', 'x', true],
    ['Open', 'x', false],
    ['door/open', 'door/open', true],
    ['door/*', 'door/open', true],
    ['*/open', 'house/door/open', true],
    ['door/op?n', 'door/open', true],
    ['door/ope?', 'door/ope', false],
    ['door/open?', 'door/open', false],
    ['*', 'anything', true],
    ['**', '', true],
    ['', '', true],
    ['?', '', false],
    ['a*b*c', 'a-b-b-c', true],
    ['a*b*c', 'a-b-b-cd', false],
    ['*b', 'abab', true],
    ['*ab?', 'aababc', true],
  ])('%s for a node at "%s": %s', (pattern, path, expected) => {
    expect(chosen(rules(pattern), path)).toBe(expected ? pattern : undefined)
  })

  it('agrees with a regular expression on any path and pattern', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 8 })
    const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 6 })
    fc.assert(
      fc.property(text, pattern, (path, wild) => {
        expect(chosen(rules(wild), path) !== undefined).toBe(wildcard(wild).test(path))
      }),
      { numRuns: 500 },
    )
  })

  it('takes the first rule that fits', () => {
    expect(chosen(rules('no', 'door/*', 'open'), 'door/open')).toBe('door/*')
    expect(chosen(rules('open', 'door/*'), 'door/open')).toBe('open')
    expect(chosen(rules('no', 'nothing'), 'door/open')).toBeUndefined()
  })
})

describe('substitution rules in JSON', () => {
  const config = { return_status: 'FAILURE' }
  const problems = (json: unknown): readonly string[] => {
    const read = readSubstitution(json)
    return read.ok
      ? []
      : read.error.map((d) => `${d.code} ${d.severity} ${d.message}; ${d.expected}; ${d.got}`)
  }
  const returned = (json: object): unknown => {
    const read = readSubstitution({ TestNodeConfigs: { t: json }, SubstitutionRules: { x: 't' } })
    return read.ok ? read.value.of({ name: 'x', id: '', fullPath: '' }) : read.error
  }

  it('name a test node or a node type', () => {
    const read = readSubstitution({
      TestNodeConfigs: { t: config },
      SubstitutionRules: { a: 't', b: 'AlwaysSuccess' },
    })
    if (!read.ok) throw new Error('refused')
    expect(read.value.of({ name: 'a', id: '', fullPath: '' })).toEqual({
      kind: 'test',
      config: { returns: { status: 'FAILURE' }, asyncDelay: 0 },
    })
    expect(read.value.of({ name: 'b', id: '', fullPath: '' })).toEqual({ kind: 'node', id: 'AlwaysSuccess' })
  })

  it('read everything that a test node can do', () => {
    expect(
      returned({
        return_status_script: 'x == 1 ? SUCCESS : FAILURE',
        async_delay: 20,
        success_script: 's',
        failure_script: 'f',
        post_script: 'p',
      }),
    ).toEqual({
      kind: 'test',
      config: {
        returns: { script: 'x == 1 ? SUCCESS : FAILURE' },
        asyncDelay: 20,
        successScript: 's',
        failureScript: 'f',
        postScript: 'p',
      },
    })
    for (const status of ['RUNNING', 'SUCCESS', 'FAILURE', 'SKIPPED']) {
      expect(returned({ return_status: status })).toMatchObject({ config: { returns: { status } } })
    }
  })

  it('may be empty', () => {
    expect(problems({})).toEqual([])
    expect(problems({ TestNodeConfigs: {} })).toEqual([])
  })

  it.each([
    [null, ['TestNodeConfigs is wrong; an object; null', 'SubstitutionRules is wrong; an object; null']],
    [[], ['TestNodeConfigs is wrong; an object; []', 'SubstitutionRules is wrong; an object; []']],
    [{ TestNodeConfigs: [] }, ['TestNodeConfigs is wrong; an object; []']],
    [{ SubstitutionRules: 'x' }, ['SubstitutionRules is wrong; an object; "x"']],
    [{ SubstitutionRules: { a: 1 } }, ['rule a is wrong; the name of a TestNodeConfig or of a node type; 1']],
    [{ TestNodeConfigs: { t: 5 } }, ['TestNodeConfig t is wrong; an object; 5']],
    [
      { TestNodeConfigs: { t: {} } },
      ['TestNodeConfig t, return_status is wrong; RUNNING, SUCCESS, FAILURE or SKIPPED; nothing'],
    ],
    [
      { TestNodeConfigs: { t: { return_status: 'IDLE' } } },
      ['TestNodeConfig t, return_status is wrong; RUNNING, SUCCESS, FAILURE or SKIPPED; "IDLE"'],
    ],
    [
      { TestNodeConfigs: { t: { ...config, async_delay: -1 } } },
      ['TestNodeConfig t, async_delay is wrong; milliseconds; -1'],
    ],
    [
      { TestNodeConfigs: { t: { ...config, async_delay: '1' } } },
      ['TestNodeConfig t, async_delay is wrong; milliseconds; "1"'],
    ],
    [
      { TestNodeConfigs: { t: { ...config, success_script: 1, failure_script: 2, post_script: 3 } } },
      [
        'TestNodeConfig t, success_script is wrong; text; 1',
        'TestNodeConfig t, failure_script is wrong; text; 2',
        'TestNodeConfig t, post_script is wrong; text; 3',
      ],
    ],
  ])('%j is refused with every mistake', (json, expected) => {
    expect(problems(json)).toEqual(
      expected.map((text) => `bt.substitution-rules error substitution rules: ${text}`),
    )
  })
})
