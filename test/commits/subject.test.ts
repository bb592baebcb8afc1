import { expect, it } from 'vitest'
import { problemsOf } from '../../lab/commits/subject.js'

const of = (subject: string, body = 'Because.'): number => problemsOf({ hash: 'a', subject, body }).length

it('takes what CONTRIBUTING asks for', () => {
  expect(of('fix(link): acknowledge duplicates once')).toBe(0)
  expect(of('docs: say where a run is kept', '')).toBe(0)
  expect(of('feat!: speed the tick up')).toBe(0)
})

it('says what is wrong, each thing once', () => {
  expect(of('acknowledge duplicates once')).toBe(1)
  expect(of('fix(link): acknowledged duplicates')).toBe(1)
  expect(of('fix(link): adds a check')).toBe(1)
  expect(of('fix(link): add a check.')).toBe(1)
  expect(of('fix(link): add a check', '')).toBe(1)
  expect(of(`fix(link): ${'x'.repeat(62)}`)).toBe(1)
  expect(of('Fixed things.', '')).toBe(1)
})
