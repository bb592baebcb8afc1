import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { makeFolders } from '#adapters/files/make-folders.js'
import { BUNDLED, NEVER, type Bundled } from './bundled.js'
import { bundledManifest, publishedManifest, type Manifest, type Part, type Versions } from './manifest.js'

/** What npm adds to `files` by itself, and the one file beside them that tells what has changed. */
const ALWAYS = ['README.md', 'LICENSE', 'CHANGELOG.md']

/** Built here, so git does not track it. */
const BUILT = 'dist'

/**
 * Lays out the package as npm will pack it.
 * @param root the checkout, built, with its packages
 * @returns the manifest that was written
 * @throws Error where the root is no checkout of git
 */
export function stage(root: string, folder: string): Manifest {
  const checkout = readManifest(root)
  const own = untracked(root)
  for (const path of [...(checkout.files ?? []), ...ALWAYS]) copy(root, folder, path, own)
  const parts = BUNDLED.map((bundled) => partOf(root, bundled))
  for (const part of parts) bundle(root, folder, part)
  const manifest = publishedManifest(checkout, parts, installedOf(root, checkout))
  writeManifest(folder, manifest)
  return manifest
}

/** @throws Error when a dependency is not where Node.js looks for it first: below the package, or beside it */
function partOf(root: string, bundled: Bundled): Part {
  const folder = join(root, 'node_modules', bundled.name)
  const manifest = readManifest(folder)
  const names = Object.keys(bundledManifest({ bundled, manifest }).dependencies ?? {})
  const versionOf = (name: string): string => {
    const places = [join(folder, 'node_modules', name), join(root, 'node_modules', name)]
    const place = places.find((path) => existsSync(path))
    if (place === undefined) throw new Error(`${bundled.name} needs ${name}, which is not installed: npm ci`)
    return readManifest(place).version
  }
  return { bundled, manifest, needs: Object.fromEntries(names.map((name) => [name, versionOf(name)])) }
}

/** What the checkout depends on, in the versions that are installed in it. */
function installedOf(root: string, { dependencies = {} }: Manifest): Versions {
  const versionOf = (name: string): string => readManifest(join(root, 'node_modules', name)).version
  return Object.fromEntries(Object.keys(dependencies).map((name) => [name, versionOf(name)]))
}

function bundle(root: string, folder: string, part: Part): void {
  const { name, leaves, licence } = part.bundled
  const from = realpathSync(join(root, 'node_modules', name))
  const to = join(folder, 'node_modules', name)
  makeFolders(dirname(to))
  const goes = (path: string): boolean => {
    const inside = relative(from, path)
    return !NEVER.test(inside) && !leaves.test(inside)
  }
  cpSync(from, to, { recursive: true, filter: goes })
  if (licence !== undefined) cpSync(join(root, licence), join(to, 'LICENSE'))
  writeManifest(to, bundledManifest(part))
}

function copy(root: string, folder: string, path: string, own: ReadonlySet<string>): void {
  const to = join(folder, path)
  makeFolders(dirname(to))
  cpSync(join(root, path), to, { recursive: true, filter: (source) => !own.has(relative(root, source)) })
}

/** Files of this computer alone, ignored or not: keys, models of its own, what compilers leave. */
function untracked(root: string): ReadonlySet<string> {
  const listed = execFileSync('git', ['ls-files', '--others', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  return new Set(
    listed.split('\0').filter((path) => !path.startsWith(`${BUILT}/`) || path.endsWith('.tsbuildinfo')),
  )
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

function writeManifest(folder: string, manifest: Manifest): void {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}
