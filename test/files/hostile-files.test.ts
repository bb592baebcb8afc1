import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readTrustedFile, readRegular, readRegularHead, readRegularText } from '#documents/read-regular.js'
import { ggufProblem } from '#adapters/llama/gguf-bounds.js'
import { inspectGguf } from '#adapters/llama/inspect-gguf.js'
import { hashFile, readManifest } from '#adapters/models/manifest.js'
import { readContents } from '#adapters/mcap/contents.js'
import { repairMcap } from '#adapters/mcap/repair.js'
import { readRecordedCritic } from '../../lab/scripted/recorded-critic.js'
import { readLineLog } from '#adapters/store/line-log.js'
import { modelTypeOf } from '#adapters/vlm/vlm-files.js'
import { readClientKey } from '#console-sockets/key-files.js'
import { readCases } from '../../lab/bench/actor/cases.js'
import { main } from '#cli/cli.js'
import { readTextFile } from '#documents/read-text-file.js'
import { readText as readSent } from '#console-cli/once.js'
import { exportRun } from '../../lab/dataset/export.js'
import { readLabels } from '../../lab/dataset/labels.js'
import { readTape } from '#cli/replay/wire-connection.js'
import { readLibrary, readPolicy } from '#app/policy.js'
import { loop } from '../runtime/support/loop.js'

let root = ''
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'graft-hostile-'))))
afterEach(() => rmSync(root, { recursive: true }))

/** Things that are no files: one that never ends, one that waits for a writer, a folder, and links to them. */
function oddities(): readonly string[] {
  const pipe = join(root, 'pipe')
  execFileSync('mkfifo', [pipe])
  const link = join(root, 'link')
  symlinkSync('/dev/zero', link)
  const huge = join(root, 'huge')
  writeFileSync(huge, '')
  truncateSync(huge, 3 * 2 ** 30)
  return ['/dev/zero', pipe, link, root, huge]
}

const attempt = (read: () => unknown): boolean => {
  try {
    read()
    return true
  } catch {
    return false
  }
}

describe('files that somebody else controls', () => {
  const readers: Readonly<Record<string, (path: string) => unknown>> = {
    'a tree': (path) => readPolicy(path, readLibrary()).ok,
    'a configuration, field or domain': async (path) => (await readTextFile(path)).ok,
    'a manifest of models': (path) => readManifest(path).ok,
    'a model': async (path) => (await inspectGguf(path)).ok,
    'a folder of a model': (path) => modelTypeOf(path) !== undefined,
    'a key': (path) => readClientKey(path).ok,
    labels: (path) => readLabels(path).ok,
    'a wire': (path) => readTape(path).ok,
    'a record': (path) => readRecordedCritic(path).ok,
    'a tree to send': (path) => readSent(path).ok,
    'a recording': async (path) => (await readContents(path)).ok,
    'cases of the actor': (path) => readCases(path, readLibrary()).ok,
    'a log of a run': (path) => attempt(() => readLineLog(path)),
    'what a program wrote': (path) => attempt(() => readTrustedFile(path)),
  }

  it.each(Object.entries(readers))(
    '%s: a device, a pipe, a folder and what is too long are refused at once',
    async (_, read) => {
      const answers = []
      for (const path of oddities()) answers.push(await read(path))
      expect(answers).toEqual([false, false, false, false, false])
    },
  )

  it('a recording to mend: a device, a pipe and a folder are refused at once', async () => {
    const answers = []
    for (const path of oddities().slice(0, 4)) answers.push((await repairMcap(path)).ok)
    expect(answers).toEqual([false, false, false, false])
  })

  it('a file of a model is hashed only when it is one', async () => {
    const [zero = '', pipe = ''] = oddities()
    await expect(hashFile(zero)).rejects.toThrow('a device, pipe or socket')
    await expect(hashFile(pipe)).rejects.toThrow('a device, pipe or socket')
  })

  it.each([
    ['tap'],
    ['tap', '--raw', 'toHost'],
    ['record', 'show'],
    ['record', 'layout'],
    ['record', 'repair'],
  ])(
    'graft %s %s: what is no file is refused at once, with what, where, expected and got',
    async (...argv) => {
      const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
      const [zero = '', pipe = '', link = ''] = oddities()
      for (const path of [zero, pipe, link]) {
        said.mockClear()
        expect(await main([...argv, path, ...(argv.includes('repair') ? ['--force'] : [])])).toBe(2)
        const text = said.mock.calls.map(([part]) => String(part)).join('')
        expect(text).toContain(path)
        expect(text).toMatch(/got: +.*(device, pipe|regular file)/)
      }
      said.mockRestore()
    },
  )

  it('graft tap, report, replay and data export: a pipe in a run’s folder ends nothing but itself', async () => {
    const { folder } = await loop({ episodes: 1, faults: 'nominal', seed: 5 })
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const episode = join(folder, 'episodes/01')
    const frames = readdirSync(episode, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.jpg'),
    )
    expect(frames.length).toBeGreaterThan(0)
    for (const name of [...frames, 'wire.bin']) {
      rmSync(join(episode, name), { force: true })
      execFileSync('mkfifo', [join(episode, name)])
    }
    const ends = []
    for (const argv of [
      ['tap', folder],
      ['report', folder],
    ])
      ends.push(await main(argv))
    ends.push(await exportRun({ run: folder, out: join(root, 'set'), runs: root }))
    expect(said.mock.calls.join('')).toContain('a device, pipe or socket')
    expect(existsSync(join(root, 'set'))).toBe(false)
    for (const name of ['run.json', 'episodes.jsonl']) {
      rmSync(join(folder, name))
      execFileSync('mkfifo', [join(folder, name)])
    }
    ends.push(await main(['replay', folder]))
    said.mockRestore()
    out.mockRestore()
    rmSync(dirname(folder), { recursive: true })
    expect(ends).toEqual([2, 0, 2, 2])
  }, 60_000)

  it('a socket is none either', async () => {
    const path = join(root, 'socket')
    const server = createServer().listen(path)
    await vi.waitFor(() => expect(server.listening).toBe(true))
    expect(readRegular(path, 100)).toEqual({
      ok: false,
      error: { kind: 'not-a-file', got: 'a device, pipe or socket' },
    })
    await new Promise((done) => server.close(done))
  })

  it('what fits is read whole, what does not is refused with its size, and /proc has files that say 0', () => {
    const path = join(root, 'file')
    writeFileSync(path, 'x'.repeat(100))
    expect(readRegularText(path, 100)).toEqual({ ok: true, value: 'x'.repeat(100) })
    appendFileSync(path, 'y')
    expect(readRegular(path, 100)).toEqual({ ok: false, error: { kind: 'too-long', size: 101 } })
    expect(readRegularHead(path, 10)).toMatchObject({ ok: true, value: { size: 101 } })
    expect(readRegularText('/proc/self/status', 100_000)).toMatchObject({ ok: true })
    expect(readRegular(join(root, 'none'), 1)).toEqual({
      ok: false,
      error: { kind: 'error', code: 'ENOENT' },
    })
  })

  it('an include of a device, and one of a pipe, end the check of a tree with a problem', async () => {
    const [zero = '', pipe = ''] = oddities()
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    for (const path of [zero, pipe]) {
      const tree = join(root, 'tree.xml')
      writeFileSync(
        tree,
        `<root BTCPP_format="4" main_tree_to_execute="A"><include path="${path}"/><BehaviorTree ID="A"><AlwaysSuccess/></BehaviorTree></root>`,
      )
      expect(await main(['bt', 'check', tree])).toBe(1)
    }
    const text = [...said.mock.calls, ...out.mock.calls].map(([part]) => String(part)).join('')
    vi.restoreAllMocks()
    expect(text).toContain('cannot include /dev/zero')
  })

  /** magic, version 3, counts of tensors and of pairs, and what follows */
  const gguf = (tensors: bigint, pairs: bigint, ...rest: readonly Buffer[]): string => {
    const head = Buffer.alloc(24)
    head.write('GGUF')
    head.writeUInt32LE(3, 4)
    head.writeBigUInt64LE(tensors, 8)
    head.writeBigUInt64LE(pairs, 16)
    const path = join(root, 'model.gguf')
    writeFileSync(path, Buffer.concat([head, ...rest]))
    return path
  }
  const long = (value: bigint): Buffer => {
    const bytes = Buffer.alloc(8)
    bytes.writeBigUInt64LE(value)
    return bytes
  }
  const int = (value: number): Buffer => Buffer.from(Uint32Array.of(value).buffer)
  const most = 2n ** 64n - 1n
  const key = Buffer.concat([long(1n), Buffer.from('k')])

  it.each([
    ['counts of 2^64-1', () => gguf(most, most)],
    ['a count of pairs that the file cannot hold', () => gguf(0n, 1_000_000n)],
    ['a key that is longer than the file', () => gguf(0n, 1n, long(most), Buffer.alloc(40))],
    [
      'a string that is longer than the file',
      () => gguf(0n, 1n, key, int(8), long(2n ** 40n), Buffer.alloc(40)),
    ],
    [
      'a list that is longer than the file',
      () => gguf(0n, 1n, key, int(9), int(4), long(2n ** 50n), Buffer.alloc(40)),
    ],
    [
      'lists in lists without end',
      () =>
        gguf(0n, 1n, key, ...Array.from({ length: 100 }, () => Buffer.concat([int(9), int(9), long(1n)]))),
    ],
  ])('a GGUF with %s is refused before anybody believes it', async (_, make) => {
    const path = make()
    expect(ggufProblem(path)).toContain('promises more')
    expect(await inspectGguf(path)).toMatchObject({ ok: false, error: { code: 'model.gguf' } })
  })

  it('an honest GGUF has no problem', () => {
    const list = Buffer.concat([int(9), int(8), long(2n), key, key])
    expect(ggufProblem(gguf(0n, 2n, key, int(4), int(7), key, list, Buffer.alloc(16)))).toBeUndefined()
  })
})
