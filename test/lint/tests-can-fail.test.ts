import { RuleTester } from 'eslint'
import { describe, it } from 'vitest'
import { testsCanFail } from './tests-can-fail.js'

RuleTester.describe = describe
RuleTester.it = it
const tester = new RuleTester()
const found = [{ messageId: 'found' }]
const inTest = (body: string): string => `it('a', () => { ${body} })`

tester.run('no-conditional-expect', testsCanFail.rules['no-conditional-expect'], {
  valid: [
    inTest('expect(a).toBe(1)'),
    inTest('if (a) expect(b).toBe(1); else expect(b).toBe(2)'),
    inTest('if (a) { n++; expect(b).toBe(1) }'),
    inTest('if (a) {} else if (b) { seen.add(b); expect(b).toBe(1) }'),
    inTest('if (a) return expect(b).toBe(1); expect(b).toBe(2)'),
    inTest('expect(a.ok).toBe(false); if (!a.ok) expect(a.error).toBe(1)'),
    inTest('if (a) expect.fail(a)'),
    inTest('try { f(); expect.unreachable() } catch (cause) { expect(cause).toBe(1) }'),
    inTest('expect(a ? b : c).toBe(1)'),
  ],
  invalid: [
    { code: inTest('if (a) expect(b).toBe(1)'), errors: found },
    { code: inTest('if (a) { expect(b).toBe(1) } else { f() }'), errors: found },
    { code: inTest('for (const a of all) if (a.b) expect(a.b).toBe(1)'), errors: found },
    { code: inTest('a && expect(a).toBe(1)'), errors: found },
    { code: inTest('a ? expect(a).toBe(1) : b()'), errors: found },
    { code: inTest('try { f() } catch (cause) { expect(cause).toBe(1) }'), errors: found },
    { code: inTest('expect(c).toBe(1); if (!a.ok) expect(a.error).toBe(1)'), errors: found },
  ],
})

tester.run('no-early-return', testsCanFail.rules['no-early-return'], {
  valid: [
    inTest('expect(a.ok).toBe(false); if (a.ok) return; expect(a.error).toBe(1)'),
    inTest('const f = () => { if (a) return; n++ }; expect(f()).toBe(1)'),
    inTest('if (a) { expect(b).toBe(1); return } expect(b).toBe(2)'),
    inTest('if (!a) return fail("nothing")'),
  ],
  invalid: [
    { code: inTest('if (!has("strace")) return; expect(a).toBe(1)'), errors: found },
    {
      code: `test.each([1])('%i', async () => { if (a) { log(); return } expect(b).toBe(1) })`,
      errors: found,
    },
  ],
})

tester.run('no-tautology', testsCanFail.rules['no-tautology'], {
  valid: [inTest('expect(f()).toBe(f())'), inTest('expect(a).toBe(b)'), inTest('expect(a).not.toBe(b)')],
  invalid: [
    { code: inTest('expect(true).toBe(true)'), errors: found },
    { code: inTest('expect(a.b).toEqual(a.b)'), errors: found },
    { code: inTest('expect(1).toBe(a)'), errors: found },
  ],
})

tester.run('expects-something', testsCanFail.rules['expects-something'], {
  valid: [inTest('expect(a).toBe(1)'), inTest('fc.assert(a)'), `it.each([1])`],
  invalid: [
    { code: inTest('f()'), errors: found },
    { code: `test('a', { timeout: 1 }, async () => { await f() })`, errors: found },
  ],
})
