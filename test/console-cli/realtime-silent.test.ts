import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EXIT } from '#app/command-line/exit-code.js'
import { must } from '#base/result.js'
import { openConsole } from '#console-cli/open-console.js'
import { serve } from '../console/support/served.js'
import { Recorder } from '../cli/bt/bench.js'

let folder: string
let key: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'graft-silent-'))
  key = join(folder, 'me.graft-key')
  const served = await serve({ ipc: true })
  must(served.keys.create({ name: 'me', role: 'viewer', out: key, endpoint: served.server.endpoint }), 'key')
  await served.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('graft console where no service answers', () => {
  it.each([[[]], [['status']], [['log', 'warn']], [['log', '--level', 'warn']], [['watch']]])(
    '%s says so, with its exit code, where nobody is at the terminal',
    async (words) => {
      const io = new Recorder()
      const code = await openConsole(words, { key, json: false, yes: false, timeout: 1 }, io)
      expect({ code, text: io.text, errors: io.errors }).toEqual({
        code: EXIT.unreachable,
        text: '',
        errors: expect.stringContaining('no answer from') as string,
      })
      expect(io.errors.match(/error console\./g)).toHaveLength(1)
    },
  )
})
