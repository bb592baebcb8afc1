import type { Bundled } from './bundled.js'

/** The part of a package.json that is read or written here. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly files?: readonly string[]
  readonly bin?: Versions
  readonly imports?: Readonly<Record<string, unknown>>
  readonly dependencies?: Versions
  readonly optionalDependencies?: Versions
  readonly bundleDependencies?: readonly string[]
  readonly [field: string]: unknown
}

export type Versions = Readonly<Record<string, string>>

/** A package to bundle, as it is installed in the checkout. */
export interface Part {
  readonly bundled: Bundled
  readonly manifest: Manifest
  /** what it imports, in the versions that it is tested with */
  readonly needs: Versions
}

/** What a dependent must not see: it forbids publishing, builds, or gives rules that npm reads at the root only. */
const OF_THE_CHECKOUT = ['private', 'scripts', 'devDependencies', 'overrides', 'allowScripts']

const OF_THE_INSTALLER = [
  'scripts',
  'bin',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
  'peerDependenciesMeta',
]

/**
 * The package.json of the tarball. npm adds nothing below a bundled package: what those need, graft depends on itself.
 * @param installed what the checkout itself depends on, in the versions that are installed
 * @throws Error when two packages, bundled ones and graft itself included, need one dependency in different versions
 */
export function publishedManifest(checkout: Manifest, parts: readonly Part[], installed: Versions): Manifest {
  return {
    ...omit(checkout, OF_THE_CHECKOUT),
    name: checkout.name,
    version: checkout.version,
    files: [...(checkout.files ?? []), '!dist/.tsbuildinfo', '!bin/graft-lab.js'],
    bin: omit(checkout.bin ?? {}, ['graft-lab']),
    imports: omit(checkout.imports ?? {}, ['#lab/*']),
    dependencies: withNeeds(checkout.dependencies ?? {}, parts, installed),
    optionalDependencies: { ...checkout.optionalDependencies, ...platformsOf(parts) },
    bundleDependencies: parts.map(({ bundled }) => bundled.name),
  }
}

/**
 * The package.json of a bundled copy: nothing to run at its installation, nothing that graft does not use.
 * @throws Error when it no longer depends on what is to be left out: then nobody has looked through its new version
 */
export function bundledManifest({ bundled, manifest }: Omit<Part, 'needs'>): Manifest {
  const gone = bundled.without.find((name) => manifest.dependencies?.[name] === undefined)
  if (gone !== undefined) throw new Error(`${manifest.name} no longer needs ${gone}`)
  return {
    ...omit(manifest, OF_THE_INSTALLER),
    name: manifest.name,
    version: manifest.version,
    dependencies: omit(manifest.dependencies ?? {}, bundled.without),
  }
}

function withNeeds(own: Versions, parts: readonly Part[], installed: Versions): Versions {
  const bundled = parts.map(({ bundled: { name }, manifest: { version } }): [string, string] => [
    name,
    version,
  ])
  const there = new Map([...Object.entries(installed), ...bundled])
  const needed = new Map<string, string>()
  for (const part of parts)
    for (const [name, version] of Object.entries(part.needs)) {
      const [known, whose] = there.has(name)
        ? [there.get(name), 'graft itself']
        : [needed.get(name) ?? version, 'another package']
      if (known !== version)
        throw new Error(`${part.bundled.name} needs ${name} ${version}, ${whose} ${known}`)
      needed.set(name, version)
    }
  const more = [...needed].filter(([name]) => !there.has(name))
  const sorted = [...Object.entries(own), ...more].sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(sorted)
}

function platformsOf(parts: readonly Part[]): Versions {
  const found = parts.flatMap(({ bundled, manifest }) =>
    bundled.platforms.map((name): [string, string] => {
      const version = manifest.optionalDependencies?.[name]
      if (version === undefined) throw new Error(`${manifest.name} no longer offers ${name}`)
      return [name, version]
    }),
  )
  return Object.fromEntries(found)
}

function omit<T>(fields: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
}
