import { readFileSync } from 'node:fs'
import { format } from 'node:util'
import { fileURLToPath } from 'node:url'
import {
  ASYMMETRIC_MATCHERS_OBJECT,
  GLOBAL_EXPECT,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
  setState,
} from '@vitest/expect'
import { fn, restoreAllMocks, spyOn } from '@vitest/spy'
import * as chai from 'chai'

/**
 * What the tests import as `vitest` in the sandbox: it collects them instead of running them, so that one process can
 * run any of them again and again, each time with another mutant.
 */
export interface CollectedTest {
  readonly file: string
  readonly name: string
  readonly body: () => unknown
}

type Body = (...row: never[]) => unknown
/** options may stand before the body */
type Rest = readonly [Body, ...unknown[]] | readonly [options: object, Body]
type Each = (table: readonly unknown[]) => (name: string, ...rest: Rest) => void

export const collected: CollectedTest[] = []
const path: string[] = []
let file = ''

/** Tests that are defined from now on belong to this file. */
export function collectFrom(next: string): void {
  file = next
}

const bodyOf = ([first, second]: Rest): Body => (typeof first === 'function' ? first : second) as Body

const group = (name: string, ...rest: Rest): void => {
  path.push(name)
  try {
    bodyOf(rest)()
  } finally {
    path.pop()
  }
}

const define = (name: string, ...rest: Rest): void => {
  collected.push({ file, name: [...path, name].join(' > '), body: bodyOf(rest) })
}

const each =
  (use: (name: string, body: () => unknown) => void): Each =>
  (table) =>
  (name, ...rest) => {
    const body = bodyOf(rest)
    for (const row of table) {
      const cells: readonly unknown[] = Array.isArray(row) ? row : [row]
      use(format(name, ...cells), () => body(...(cells as never[])))
    }
  }

export const describe = Object.assign(group, { each: each(group) })
export const it = Object.assign(define, { each: each(define) })
export const test = it

/** Types are the compiler's business. */
export const expectTypeOf = (): object => anything
const anything: object = new Proxy(() => anything, { get: () => anything, apply: () => anything })

interface Hook {
  readonly when: 'before' | 'after'
  readonly file: string
  readonly path: string
  readonly body: () => unknown
}
const hooks: Hook[] = []
const hook = (when: Hook['when']) => (body: () => unknown) => {
  hooks.push({ when, file, path: path.join(' > '), body })
}
export const beforeEach = hook('before')
export const afterEach = hook('after')
export const vi = { fn, spyOn, restoreAllMocks }

chai.use(JestExtend)
chai.use(JestChaiExpect)
chai.use(JestAsymmetricMatchers)
chai.use((_, utils) => {
  utils.addMethod(chai.Assertion.prototype, 'toMatchFileSnapshot', function (this: object, name: string) {
    const owner = running?.file ?? file
    const wanted = readFileSync(fileURLToPath(new URL(name, owner)), 'utf8')
    if (utils.flag(this, 'object') !== wanted) throw new chai.AssertionError(`differs from ${name}`)
  })
})

let running: CollectedTest | undefined

/** Runs one collected test. @returns whether it had to be waited for */
export async function run(test: CollectedTest): Promise<boolean> {
  running = test
  const own = hooks.filter((each) => each.file === test.file && test.name.startsWith(each.path))
  for (const { when, body } of own) if (when === 'before') await body()
  try {
    const done = test.body()
    await done
    return done instanceof Promise
  } finally {
    for (const { when, body } of own) if (when === 'after') await body()
  }
}

export const expect = Object.assign(
  (value: unknown, message?: string) => chai.expect(value, message),
  chai.expect,
  (globalThis as never)[ASYMMETRIC_MATCHERS_OBJECT] as object,
)
Object.defineProperty(globalThis, GLOBAL_EXPECT, { value: expect })
setState({ assertionCalls: 0, isExpectingAssertions: false, expectedAssertionsNumber: null }, expect as never)
