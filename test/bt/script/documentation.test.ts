import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { Blackboard } from '#bt/blackboard.js'
import { compileScript } from '#bt/script/compile.js'
import { SCRIPT_LIMITS } from '#bt/limits.js'
import { Int, type Value } from '#bt/value/value.js'
import { COLORS } from './board.js'

const page = readFileSync(new URL('../../../docs/bt/scripts.md', import.meta.url), 'utf8')
const blocks = [...page.matchAll(/^```script( strict)?\n(.*?)^```/gms)].map(([, strict, text = '']) => ({
  compat: strict === undefined ? ('4.10' as const) : ('strict' as const),
  lines: text.trimEnd().split('\n'),
}))

describe('docs/bt/scripts.md', () => {
  it('has at least 40 examples, each with what it gives', () => {
    const lines = blocks.flatMap((block) => block.lines)
    expect(lines.length).toBeGreaterThanOrEqual(40)
    expect(lines.filter((line) => !/^.*\S +→ \S/.test(line))).toEqual([])
  })

  it.each(blocks.map((block, index) => [index + 1, block] as const))(
    'block %i does as it says',
    (_, block) => {
      const env = { blackboard: new Blackboard(), enums: COLORS }
      for (const line of block.lines) {
        const [source = '', result = ''] = line.split('→').map((part) => part.trim())
        const got = outcome(source, block.compat, env)
        if (result.startsWith('error: ')) {
          expect(`${source} ${got}`).toContain('error: ')
          expect(`${source} ${got}`).toContain(result.slice('error: '.length))
        } else expect(`${source} → ${got}`).toBe(`${source} → ${result}`)
      }
    },
  )

  it('tells the limits that hold', () => {
    for (const limit of ['length', 'tokens', 'nesting', 'chain', 'text'] as const) {
      expect(page).toContain(SCRIPT_LIMITS[limit].toLocaleString('en-US'))
    }
  })
})

function outcome(
  source: string,
  compat: '4.10' | 'strict',
  env: { readonly blackboard: Blackboard; readonly enums: ReadonlyMap<string, number> },
): string {
  const script = compileScript(source, { compat })
  if (!script.ok) return `error: ${script.error.map(({ message }) => message).join(', ')}`
  try {
    return written(script.value.run(env))
  } catch (cause) {
    return `error: ${cause instanceof Error ? cause.message : ''}`
  }
}

function written(value: Value): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'string') return `'${value}'`
  if (typeof value === 'number') return Number.isInteger(value) ? value.toFixed(1) : String(value)
  return value instanceof Int ? String(value.exact) : value.type
}
