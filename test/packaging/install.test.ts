import { execFile } from 'node:child_process'
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { REPO } from '#lab/architecture/source-tree.js'
import { needs } from '../needs/needs.js'

/** What `npm test` tells its children about this checkout is not what a newcomer's shell says. */
const ENVIRONMENT = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(npm_(package|lifecycle|command)|npm_config_local|INIT_CWD|VITEST)/.test(name),
  ),
)

const folder = mkdtempSync(join(tmpdir(), 'graft-installed-'))

/** @returns standard output; @throws when it ends with anything but 0 */
async function ran(command: string, ...args: readonly string[]): Promise<string> {
  const options = { cwd: folder, env: ENVIRONMENT, maxBuffer: 64 * 1024 * 1024 }
  return (await promisify(execFile)(command, [...args], options)).stdout
}

/** As docs/service.md says it: pack here, install there, with nothing but the file. */
describe('graft-VERSION.tgz in an empty folder', needs('the registry of npm', 'Linux'), () => {
  beforeAll(async () => {
    const pack = ['--conditions=source', '--import', 'tsx', join(REPO, 'lab/pack/main.ts'), folder]
    const { stdout } = await promisify(execFile)(process.execPath, pack, { cwd: REPO })
    await ran('npm', 'i', stdout.trim())
  }, 600_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('installs by plain npm i, within 350 MB and without CUDA, Vulkan or a browser’s ONNX Runtime', () => {
    const lock = join(folder, 'node_modules/.package-lock.json')
    const { packages } = JSON.parse(readFileSync(lock, 'utf8')) as {
      readonly packages: Record<string, unknown>
    }
    const names = Object.keys(packages)
    expect(names).toContain('node_modules/graft/node_modules/onnxruntime-node')
    expect(names.length).toBeLessThanOrEqual(160)
    expect(
      names.filter((name) => /cuda|vulkan|onnxruntime-web|darwin|win32|\/(mac|win)-/.test(name)),
    ).toEqual([])
    expect(bytesBelow(join(folder, 'node_modules')) / 1e6).toBeLessThanOrEqual(350)
  })

  it('checks a tree', async () => {
    expect(await ran('npx', 'graft', '--version')).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect(await ran('npx', 'graft', 'bt', 'check', 'node_modules/graft/bt/initial.xml')).toContain(
      'no problems',
    )
    const help = await ran('npx', 'graft', '--help')
    expect(help).toContain('\n  graft run ')
    expect(help).not.toMatch(/^ {2}graft (bench|data|faults|gym)\b/m)
  })

  // on a busy computer a judgement may come too late for its episode: what is asked here has no deadline
  it('runs an episode; ONNX Runtime and llama.cpp answer, and chat models could be loaded', async () => {
    await ran(
      'npx',
      'graft',
      'run',
      '--field',
      'F1',
      '--episodes',
      '1',
      '--seed',
      '1',
      '--json',
      '--out',
      'run',
    )
    const [run = ''] = readdirSync(join(folder, 'run'))
    const { models } = JSON.parse(readFileSync(join(folder, 'run', run, 'run.json'), 'utf8')) as {
      readonly models: readonly { readonly id: string }[]
    }
    expect(models.map(({ id }) => id).sort()).toEqual(['graft-actor-1m', 'graft-critic'])
    const episodes = readFileSync(join(folder, 'run', run, 'episodes.jsonl'), 'utf8')
    expect(episodes.trim().split('\n')).toHaveLength(1)
    const bench = await ran('npx', 'graft', 'models', 'bench', '--rounds', '1', '--tokens', '8', '--json')
    const answered = bench
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object)
    expect(answered).toEqual([
      expect.objectContaining({ id: 'graft-critic', kind: 'vision' }),
      expect.objectContaining({ id: 'graft-actor-1m', kind: 'language' }),
    ])
    const transformers = join(folder, 'node_modules/graft/node_modules/@huggingface/transformers/dist')
    await ran(process.execPath, '-e', `import('${transformers}/transformers.node.mjs')`)
  })
})

function bytesBelow(top: string): number {
  return readdirSync(top, { recursive: true })
    .map((path) => lstatSync(join(top, String(path))).size)
    .reduce((sum, size) => sum + size, 0)
}
