import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { REPO } from '#lab/architecture/source-tree.js'

interface Locked {
  /** the real name of a package that stands in for another one */
  readonly name?: string
  readonly dev?: boolean
  readonly cpu?: readonly string[]
}

const { packages } = JSON.parse(readFileSync(join(REPO, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>
}
const used = Object.entries(packages).filter(([path, { dev }]) => path !== '' && dev !== true)

const isReal = (path: string): boolean => packages[path] !== undefined && packages[path].name === undefined

/** Packages that hold the binaries of several platforms, with those for Linux on this processor. */
const prebuilt = (processor: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    used
      .map(([path]) => path)
      .filter((path) =>
        ['prebuilds', 'build/linux', 'bin'].some((folder) => existsSync(join(REPO, path, folder))),
      )
      .map((path): [string, readonly string[]] => [path, binariesOf(path, processor)])
      .filter(([, files]) => files.length > 0),
  )

/** Jetson and Raspberry Pi: whatever is compiled is there for them, too. */
describe('linux on ARM64', () => {
  it('every package with binaries for linux-x64 has them for it, too: in itself, or in a package beside it', () => {
    const packed = used.map(([path]) => path).filter((path) => /linux-x64(-gnu)?$/.test(path) && isReal(path))
    expect(packed.length).toBeGreaterThanOrEqual(5)
    const twins = packed.map((path) => path.replace('linux-x64', 'linux-arm64'))
    expect(twins.filter((path) => !isReal(path) || packages[path]?.cpu?.includes('arm64') !== true)).toEqual(
      [],
    )

    const [x64, arm64] = [prebuilt('x64'), prebuilt('arm64')]
    expect(x64.size).toBe(4)
    expect([...arm64.keys()]).toEqual([...x64.keys()])
    for (const file of [...arm64.values()].flat()) expect(processorOf(file), file).toBe(183)
    for (const file of [...x64.values()].flat()) expect(processorOf(file), file).toBe(62)
  })

  // what it makes is examined where it is built: the script itself refuses a binary for another processor
  it('the build script of the Debian package names no processor of its own, and refuses what has no binaries', () => {
    const build = readFileSync(join(REPO, 'packaging/build-deb.sh'), 'utf8')
    expect(build).toMatch(/ci --os=linux --cpu="\$cpu" --libc=glibc/)
    expect(build).not.toMatch(/linux[/-]arm64/)
    const refused = spawnSync('sh', [join(REPO, 'packaging/build-deb.sh')], {
      encoding: 'utf8',
      env: { ...process.env, ARCH: 'riscv64' },
    })
    expect(refused.status).toBe(2)
    expect(refused.stderr).toContain('amd64 and arm64, not for riscv64')
  })
})

function binariesOf(path: string, processor: string): readonly string[] {
  const folder = join(REPO, path)
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => /\.node$|\.so(\.\d+)*$/.test(file) && new RegExp(`linux[-/]${processor}/`).test(file))
    .map((file) => join(folder, file))
}

/** The machine that the head of an ELF file names: 62 is x86-64, 183 is AArch64. */
function processorOf(path: string): number {
  const head = Buffer.alloc(20)
  const file = openSync(path, 'r')
  readSync(file, head)
  closeSync(file)
  return head.readUInt16LE(18)
}
