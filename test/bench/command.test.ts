import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { main } from '#cli/cli.js'
import { EXIT } from '#app/command-line/exit-code.js'

const folder = mkdtempSync(join(tmpdir(), 'graft-bench-command-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => vi.restoreAllMocks())

/** Nothing is played in these tests: all of it is refused before a worker starts. */
async function refused(...args: string[]): Promise<{ readonly code: number; readonly said: string }> {
  let said = ''
  const keep = (text: string | Uint8Array): boolean => {
    said += String(text)
    return true
  }
  vi.spyOn(process.stderr, 'write').mockImplementation(keep)
  vi.spyOn(process.stdout, 'write').mockImplementation(keep)
  return { code: await main(['bench', 'vrl', '--out', join(folder, 'out'), ...args]), said }
}

describe('what graft bench vrl refuses', () => {
  it('a field file with a mistake: file, line and column', async () => {
    const file = join(folder, 'wrong.yaml')
    writeFileSync(file, 'id: W1\nsize: { x: 3.0 }\n')
    const { code, said } = await refused('--fields', file)
    expect(code).toBe(EXIT.usage)
    expect(said).toMatch(/wrong\.yaml:2:\d+: error field\./)
  })

  it.each([
    [['--critic', 'gemini'], /bench\.critic: --critic names "gemini"/],
    [['--seeds', '9-1'], /expected seeds such as 1-40/],
    [['--episodes', '0'], /expected a whole number from 1 to 1000/],
    [['--jobs', 'two'], /expected a whole number from 1 to 256/],
    [['--actor', 'gpt'], /Allowed choices are model, rules, scripted/],
    [['--sweep', 'recall', '--critic', 'none'], /cannot be used with/],
    [['--fields', join(folder, 'nowhere.yaml')], /nowhere\.yaml/],
  ])('%j', async (args, text) => {
    const { code, said } = await refused(...args)
    expect(code).toBe(EXIT.usage)
    expect(said).toMatch(text)
  })

  it('a critic that no list of models has', async () => {
    const { code, said } = await refused('--critic', 'local:qwen-of-nobody')
    expect(code).toBe(EXIT.models)
    expect(said).toMatch(/model\.unknown: there is no model 'qwen-of-nobody'/)
  })
})
