import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { REPO } from '../../lab/architecture/source-tree.js'
import { pageBlocks } from './support/page-blocks.js'

const PAGE = 'docs/language-models.md'
const BLOCK = /(<!-- prompt (\w+) -->\n)[\s\S]*?(<!-- \/prompt -->)/g

/** `npx vitest run test/language/page.test.ts -u` writes the prompts into the page anew. */
it('docs/language-models.md shows every prompt as it is sent, with a reply that is read', async () => {
  const text = readFileSync(join(REPO, PAGE), 'utf8')
  const blocks = pageBlocks()
  const names: string[] = []
  const now = text.replaceAll(BLOCK, (_, begin: string, name: string, end: string) => {
    names.push(name)
    return `${begin}${blocks[name] ?? 'there is no such prompt'}\n${end}`
  })
  expect(names.sort()).toEqual(Object.keys(blocks).sort())
  await expect(now).toMatchFileSnapshot(join(REPO, PAGE))
})
