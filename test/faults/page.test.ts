import { describe, expect, it } from 'vitest'
import { faultsPage } from '../../lab/faults/page.js'

describe('docs/FAULTS.md', () => {
  it('is made of the catalogue (npm run docs:faults)', async () => {
    await expect(faultsPage()).toMatchFileSnapshot('../../docs/FAULTS.md')
  })
})
