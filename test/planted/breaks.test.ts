import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { BREAKS } from '../../lab/planted/breaks.js'

const at = (path: string): URL => new URL(`../../${path}`, import.meta.url)

it('each line that is broken to see who notices stands in its file once, and its tests are there', () => {
  expect(BREAKS.length).toBeGreaterThanOrEqual(30)
  const times = BREAKS.map(({ name, file, line }) => [
    name,
    readFileSync(at(file), 'utf8').split(line).length - 1,
  ])
  expect(times).toEqual(BREAKS.map(({ name }) => [name, 1]))
  const tests = BREAKS.flatMap((each) => each.tests)
  expect(tests.filter((file) => !existsSync(at(`test/${file}`)))).toEqual([])
})
