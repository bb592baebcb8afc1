import { isMap, isNode, isScalar, parseDocument, YAMLMap, type Document, type Node, type Pair } from 'yaml'
import type { Diagnostic, SourceRef } from '#base/diagnostic.js'
import { SITE_VERSION } from '../site-schema.js'
import { replaceScalar, VERSION_0, type FlatKey } from './version-0.js'

type PlaceOf = (offset: number) => SourceRef

/**
 * Migrates the document of an older configuration to the current version, one version at a time. Values keep their
 * positions in the file, so that messages point into what the user wrote.
 * @returns errors if it cannot be migrated, a warning if something was changed
 */
export function migrateDocument(document: Document, at: PlaceOf): readonly Diagnostic[] {
  const root = document.contents
  if (!isMap(root)) return []
  const version = versionOf(root)
  if (version === undefined) {
    // lets every other problem be reported in the same pass
    root.items.unshift(document.createPair('version', SITE_VERSION))
    return [versionMissing(at(0))]
  }
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 0 || version === SITE_VERSION)
    return []
  const where = at(offsetOf(pairOf(root, 'version')?.value))
  if (version > SITE_VERSION) return [versionNewer(version, where)]
  const problems = STEPS.slice(version).flatMap((step) => step(document, root, at))
  return problems.length > 0 ? problems : [versionOld(version, where)]
}

/**
 * Migrates the text of an older configuration to the current version, keeping its comments.
 * @returns the text unchanged if it is already current
 */
export function migrateText(text: string): string {
  const document = parseDocument(text)
  const version = isMap(document.contents) ? versionOf(document.contents) : undefined
  if (version === SITE_VERSION) return text
  migrateDocument(document, () => ({ file: '', line: 1, column: 1 }))
  return document.toString({ lineWidth: 0 })
}

type Entry = Pair<unknown, unknown>
type Root = YAMLMap<unknown, unknown>
type Step = (document: Document, root: Root, at: PlaceOf) => readonly Diagnostic[]

/** `STEPS[n]` migrates version n to version n + 1. */
const STEPS: readonly Step[] = [fromVersion0]

/** The version that the file declares; 0 if it declares none but has the flat keys of version 0. */
function versionOf(root: Root): unknown {
  const written = pairOf(root, 'version')
  if (written !== undefined) return isScalar(written.value) ? written.value.value : NaN
  const flat = Object.keys(VERSION_0).some((key) => isScalar(pairOf(root, key)?.value))
  return flat ? 0 : undefined
}

function fromVersion0(document: Document, root: Root, at: PlaceOf): readonly Diagnostic[] {
  keepFileComment(document, root)
  const version = pairOf(root, 'version')
  if (version === undefined) root.items.unshift(document.createPair('version', 1))
  else version.value = isScalar(version.value) ? replaceScalar(version.value, 1) : document.createNode(1)
  const moved = Object.entries(VERSION_0).flatMap(([key, flat]) => {
    const pair = pairOf(root, key)
    return isScalar(pair?.value) ? [{ key, flat, pair }] : []
  })
  root.items = root.items.filter((item) => !moved.some(({ pair }) => item === pair))
  return moved.flatMap(({ key, flat, pair }) => moveKey(document, root, key, { flat, pair, at }))
}

interface FoundKey {
  readonly flat: FlatKey
  readonly pair: Entry
  readonly at: PlaceOf
}

function moveKey(
  document: Document,
  root: Root,
  key: string,
  {
    flat: {
      to: [section, name],
      also,
      value: convert,
    },
    pair,
    at,
  }: FoundKey,
): readonly Diagnostic[] {
  const old = pair.value
  const target = sectionOf(document, root, section)
  if (target === undefined || pairOf(target, name) !== undefined)
    return [conflict(key, `${section}.${name}`, at(offsetOf(pair.key)))]
  const value = isScalar(old) && convert !== undefined ? replaceScalar(old, convert(old.value)) : old
  const newKey = isScalar(pair.key) ? replaceScalar(pair.key, name) : document.createNode(name)
  target.items.push(document.createPair(newKey, value))
  if (also === undefined) return []
  const [where, what, meant] = also
  const impliedSection = sectionOf(document, root, where)
  if (impliedSection !== undefined && pairOf(impliedSection, what) === undefined)
    impliedSection.items.unshift(document.createPair(what, meant))
  return []
}

/** The comment at the top of a file, up to a blank line, belongs to the file and not to its first key. */
function keepFileComment(document: Document, root: Root): void {
  const key = root.items[0]?.key
  if (!isScalar(key) || typeof key.commentBefore !== 'string') return
  const end = key.commentBefore.lastIndexOf('\n\n')
  if (end === -1) return
  document.commentBefore = key.commentBefore.slice(0, end)
  key.commentBefore = key.commentBefore.slice(end + 2)
}

/** Returns the section of that name, creating it if missing; `undefined` if the key holds something else. */
function sectionOf(document: Document, root: Root, name: string): Root | undefined {
  const there = pairOf(root, name)
  if (there === undefined || (isScalar(there.value) && there.value.value === null)) {
    const made = new YAMLMap()
    if (there === undefined) root.items.push(document.createPair(sectionKey(document, name), made))
    else there.value = made
    return made
  }
  return isMap(there.value) ? there.value : undefined
}

const sectionKey = (document: Document, name: string): Node => {
  const head = document.createNode(name)
  head.spaceBefore = true
  return head
}

const pairOf = (map: Root, key: string): Entry | undefined =>
  map.items.find((pair) => isScalar(pair.key) && pair.key.value === key)

const offsetOf = (node: unknown): number => (isNode(node) ? (node.range?.[0] ?? 0) : 0)

const versionMissing = (where: SourceRef): Diagnostic => ({
  code: 'config.version-missing',
  severity: 'error',
  message: 'the file does not say which version of the format it is',
  where,
  expected: `version: ${SITE_VERSION}`,
  got: 'no key version',
  hint: `write version: ${SITE_VERSION} into the first line`,
})

const versionNewer = (version: number, where: SourceRef): Diagnostic => ({
  code: 'config.version-newer',
  severity: 'error',
  message: 'the file was written for a newer graft',
  where,
  expected: `version ${SITE_VERSION} or older`,
  got: String(version),
  hint: `install a newer graft, or rewrite the file for version ${SITE_VERSION} (docs/config.md)`,
})

const versionOld = (version: number, where: SourceRef): Diagnostic => ({
  code: 'config.version-old',
  severity: 'warning',
  message: `the file is of version ${version} and was read as version ${SITE_VERSION}`,
  where,
  expected: `version: ${SITE_VERSION}`,
  got: `version ${version}`,
  hint: 'graft config migrate FILE shows it as it is read; with --write it is written back',
})

const conflict = (key: string, name: string, where: SourceRef): Diagnostic => ({
  code: 'config.version-clash',
  severity: 'error',
  message: `${key} of version 0 and ${name} of version 1 both say the same thing`,
  where,
  expected: 'one of the two',
  got: `${key} and ${name}`,
  hint: `leave ${key} out`,
})
