import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { formatDiagnostic } from '#base/diagnostic.js'
import { findKey } from '#console-cli/find-key.js'

it('without a key it says that the service makes one, and where it lies', () => {
  const folder = mkdtempSync(join(tmpdir(), 'graft-no-key-'))
  const found = findKey(undefined, { STATE_DIRECTORY: folder })
  rmSync(folder, { recursive: true })
  if (found.ok) throw new Error(`there is a key in ${found.value}`)
  expect(formatDiagnostic(found.error)).toMatch(
    /start graft serve first.*in the folder in which it was started/,
  )
})
