import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { loadWorld } from '#app/world/load-world.js'
import { makeWorldManifest } from '#app/world/world-manifest.js'
import { worldOfRun } from '#app/world/world-of-run.js'
import { parseSite } from '#config/service/site-config.js'
import type { RunManifest } from '#learning/manifest.js'
import { REPO } from '#lab/architecture/source-tree.js'
import { dataSite } from '#service/world/data-site.js'

const root = mkdtempSync(join(tmpdir(), 'graft-changed-'))
const world = join(root, 'flat')
afterAll(() => rmSync(root, { recursive: true, force: true }))
beforeEach(() => {
  rmSync(world, { recursive: true, force: true })
  cpSync(join(REPO, 'worlds/home'), world, { recursive: true })
})

const OPTIONS = { seed: 1, episodes: 1, faults: 'none', strictAlg1: false } as const

const begun = async (task?: string, scenario = 'family'): Promise<RunManifest> =>
  JSON.parse(
    JSON.stringify(
      makeWorldManifest(
        { ...OPTIONS, scenario },
        must(await loadWorld({ world, ...(task && { task }) }), 'flat'),
      ),
    ),
  ) as RunManifest

/** What somebody hears who goes on with the run. */
async function again(manifest: RunManifest): Promise<{ refused: string | undefined; notes: string[] }> {
  const notes: string[] = []
  const found = await worldOfRun(manifest, world, (text) => void notes.push(text))
  return { refused: found.ok ? undefined : `${found.error.message}: ${found.error.got}`, notes }
}

describe('a run goes on only in the world that it began in', () => {
  it.each([
    ['scene.yaml', '# changed\n'],
    ['scenarios/family.yaml', '# changed\n'],
    ['world.yaml', '# changed\n'],
    ['tasks/tidy.yaml', '# changed\n'],
  ])('%s is named when it has changed', async (name, text) => {
    const manifest = await begun('tidy')
    expect(await again(manifest)).toEqual({ refused: undefined, notes: [] })
    appendFileSync(join(world, name), text)
    expect((await again(manifest)).refused).toMatch(new RegExp(`not those that .*: ${name} has changed`))
  })

  it('a run.json opens no world by its path, and no file without its hash', async () => {
    const manifest = await begun()
    const given = manifest.field.setup as Record<string, unknown>
    const { scenario: _, files: allFiles, ...setup } = given
    const files = Object.fromEntries(
      Object.entries(allFiles as Record<string, string>).filter(([name]) => !name.startsWith('scenarios/')),
    )
    const forged = (other: object): RunManifest => ({
      ...manifest,
      field: { ...manifest.field, setup: { ...given, ...other } },
    })
    for (const named of [world, './friends-run/w', '.', '..', 'flat'])
      expect(await worldOfRun(forged({ world: named }), undefined, () => undefined)).toMatchObject({
        error: { code: 'run.world-not-named', got: expect.stringContaining(JSON.stringify(named)) as string },
      })
    expect(await worldOfRun(forged({ world: 'home' }), undefined, () => undefined)).toMatchObject({
      ok: true,
    })
    // a secret of this computer as a scenario, which the sender cannot hash
    const secret = join(root, 'secret')
    writeFileSync(secret, 'root:hash\n')
    const old = { ...manifest, field: { ...manifest.field, setup: { ...setup, scenario: secret } } }
    expect((await again(old)).refused).toContain(`${secret} is a file outside the world`)
    expect((await again(forged({ scenario: secret, files }))).refused).toContain(
      `${secret} is not among the files`,
    )
  })

  it('a scenario of which the run knows nothing may change', async () => {
    const manifest = await begun()
    appendFileSync(join(world, 'scenarios/stubborn.yaml'), '# changed\n')
    appendFileSync(join(world, 'tasks/tidy.yaml'), '# changed\n')
    expect(await again(manifest)).toEqual({ refused: undefined, notes: [] })
  })

  it('so is the program of a driver, if it lies in the folder', async () => {
    const robot = readFileSync(join(world, 'robot.yaml'), 'utf8')
    writeFileSync(
      join(world, 'robot.yaml'),
      robot.replace('simulated: home', 'process: [python3, -u, driver.py, --fast]'),
    )
    writeFileSync(join(world, 'driver.py'), 'pass\n')
    const manifest = await begun()
    expect(await again(manifest)).toEqual({ refused: undefined, notes: [] })
    appendFileSync(join(world, 'driver.py'), 'pass\n')
    expect((await again(manifest)).refused).toContain('driver.py has changed')
    rmSync(join(world, 'driver.py'))
    expect((await again(manifest)).refused).toContain('driver.py is gone')
  })

  it('another first tree is told, and the run goes on with its own', async () => {
    const manifest = await begun('tidy')
    const tree = join(world, 'policy/initial-tidy.xml')
    cpSync(join(world, 'policy/reference-tidy.xml'), tree)
    const { refused, notes } = await again(manifest)
    expect(refused).toBeUndefined()
    expect(notes).toEqual([expect.stringContaining('policy/initial-tidy.xml has changed')])
  })

  it('a run of an earlier graft goes on, and what cannot be compared is told', async () => {
    const manifest = await begun()
    const { files, firstTree, ...setup } = manifest.field.setup as Record<string, unknown>
    expect([typeof files, firstTree]).toEqual(['object', 'policy/initial-fetch.xml'])
    const old = { ...manifest, field: { ...manifest.field, setup } }
    appendFileSync(join(world, 'scene.yaml'), '# changed\n')
    expect(await again(old)).toEqual({
      refused: undefined,
      notes: [expect.stringContaining('kept no hash of scene.yaml, scenarios/family.yaml: they are not')],
    })
    appendFileSync(join(world, 'task.yaml'), '# changed\n')
    expect((await again(old)).refused).toContain('the task has changed')
  })

  it('a service says that it does not go on with it, and what it does instead', async () => {
    const config = must(parseSite('version: 1\nworld: { name: home, scenario: family }\n', 'x'), 'x').config
    const manifest = await begun()
    const site = must(await dataSite(config, world), 'flat')
    expect((await site.taskOf(manifest)).ok).toBe(true)
    expect(site.driver).toBe('helper, driven by the simulation home')
    appendFileSync(join(world, 'scene.yaml'), '# changed\n')
    expect(await site.taskOf(manifest)).toMatchObject({
      error: {
        code: 'run.changed-world',
        message: expect.stringMatching(
          /does not go on with run flat-fetch.*scene.yaml has changed/,
        ) as string,
        hint: expect.stringContaining('a new run on flat/fetch starts with the stored tree') as string,
      },
    })
  })
})

describe('what is wrong with a world is told before a run of it begins', () => {
  const check = async (scenario: string): Promise<unknown> => {
    const text = `version: 1\nworld: { name: home, scenario: ${scenario} }\n`
    const site = must(await dataSite(must(parseSite(text, 'x'), 'x').config, world), 'flat')
    return site.usualTask.check?.(await begun(undefined, scenario))
  }

  it('a scene with a mistake in it, with its place', async () => {
    expect(await check('family')).toMatchObject({ ok: true })
    appendFileSync(join(world, 'scene.yaml'), 'rooms: [\n')
    expect(await check('family')).toMatchObject({
      error: { message: expect.stringMatching(/scene.yaml:\d+:\d+: /) as string },
    })
  })

  it('a scenario that there is not, with those that there are', async () => {
    expect(await check('famly')).toMatchObject({
      error: {
        code: 'scenario.missing',
        message: expect.stringContaining(
          'as-believed, family, lost-keys, moved-things, stubborn, or a file',
        ) as string,
        hint: 'did you mean family?',
      },
    })
  })
})
