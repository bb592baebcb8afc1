import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { Meaning } from '#lab/worlds/meaning.js'
import { runMutants } from '#lab/worlds/run-mutants.js'
import { readWritten, type Original } from '#lab/worlds/written.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const foreign = (name: string): Original => readWritten(name, join(root, 'test/worlds/foreign', name))
/** more of all nine worlds: npx tsx lab/worlds/main.ts */
const COUNT = Number(process.env['GRAFT_MUTANTS'] ?? 44)

describe(`worlds that were changed so that they mean something else (${COUNT})`, () => {
  it('at least 95 % are found with the expectations of the world before, and most of them without', async () => {
    const originals = [
      foreign('lift'),
      foreign('hospital'),
      foreign('pipetting'),
      readWritten('board', join(root, 'worlds/task-board')),
    ]
    const { mutants } = await runMutants(originals, { count: COUNT, seed: 3, limit: 300 })
    expect(mutants).toHaveLength(COUNT)
    expect(new Set(mutants.map(({ kind }) => kind)).size).toBeGreaterThan(8)
    const missed = mutants.filter(({ found }) => !found).map(({ world, what }) => `${world}: ${what}`)
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(0.05 * COUNT)
    expect(mutants.filter(({ alone }) => alone).length).toBeGreaterThan(0.5 * COUNT)
  })
})

describe('whether a change is one of meaning', () => {
  const changed = (change: (files: Original) => void): string | undefined => {
    const [before, files] = [new Meaning(foreign('lift')), foreign('lift')]
    change(files)
    return before.differs(new Meaning(files), before.walk(1, 100))
  }

  it('is decided by the second evaluator', () => {
    const { skills } = foreign('lift').world
    expect(changed(() => undefined)).toBeUndefined()
    expect(changed(({ world }) => (world.definitions = { ...world.definitions, near: 'true' }))).toBeDefined()
    // two names for one thing
    expect(
      changed(({ world }) => void Object.assign(world.skills['ShutDoor'] ?? {}, { done: 'false' })),
    ).toBeUndefined()
    expect(changed(({ world }) => void (world.skills['Board'] ?? { checks: [] }).checks.pop())).toMatch(
      /^Board/,
    )
    expect(changed(({ tasks }) => void tasks['task.yaml']?.goals?.pop())).toMatch(/^task 0/)
    expect(skills['Board']?.checks).toHaveLength(3)
  })
})
