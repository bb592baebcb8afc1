import { expect, it } from 'vitest'
import { readText, repositoryFiles } from '../../lab/architecture/source-tree.js'

const PROSE = /\.(md|yaml|yml|xml|json|py|sh)$/

it('no page or data file keeps the marks of a merge', () => {
  const pages = repositoryFiles().filter((path) => PROSE.test(path))
  expect(pages.length).toBeGreaterThan(100)
  const marked = pages.filter((path) => /^(<{7}|>{7}) /m.test(readText(path) ?? ''))
  expect(marked).toEqual([])
})
