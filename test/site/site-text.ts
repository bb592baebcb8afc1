import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { Diagnostic } from '#base/diagnostic.js'
import { parseSite, type Site } from '#config/service/site-config.js'
import { knownKeys } from '#config/service/words/known-keys.js'

export const CONFIG_PATH = fileURLToPath(new URL('../../config/graft.yaml', import.meta.url))
export const SCHEMA_PATH = fileURLToPath(new URL('../../config/graft.schema.json', import.meta.url))

export const shippedConfig = (): string => readFileSync(CONFIG_PATH, 'utf8')

/** The shipped file with every key that stands behind a # taken into force. */
export function everyKey(): string {
  const keys = new Set([...knownKeys().values()].map(({ path }) => path.at(-1)))
  return shippedConfig().replace(/^ {2}# (\w+)(?=: )/gm, (line, key: string) =>
    keys.has(key) ? `  ${key}` : line,
  )
}

export function siteOf(text: string): Site {
  const site = parseSite(text, 'graft.yaml')
  if (!site.ok) expect.fail(JSON.stringify(site.error, null, 1))
  return site.value
}

export function problemsOf(text: string): readonly Diagnostic[] {
  const site = parseSite(text, 'graft.yaml')
  return site.ok ? [] : site.error
}

export const warningsOf = (text: string): readonly Diagnostic[] => siteOf(text).warnings

/** Everything that a person needs to mend it. */
export function expectComplete(problem: Diagnostic | undefined, text: string): void {
  const said = `${text}\n${JSON.stringify(problem, null, 1)}`
  expect(problem?.code, said).toMatch(/^config\.[a-z0-9-]+$/)
  for (const part of ['message', 'expected', 'got', 'hint'] as const)
    expect(problem?.[part], said).toBeTruthy()
  expect(problem?.where?.file, said).toBe('graft.yaml')
  const lines = text.split(/\r\n|\r|\n/)
  expect(problem?.where?.line, said).toBeGreaterThanOrEqual(1)
  expect(problem?.where?.line, said).toBeLessThanOrEqual(lines.length)
  expect(problem?.where?.column, said).toBeGreaterThanOrEqual(1)
}
