import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatDiagnostic, type Diagnostic } from '#base/diagnostic.js'
import { stream as random, type Rng } from '#base/random.js'
import { loadFieldFile } from '#config/field/field-file.js'
import { readPolicy } from '#app/policy.js'
import { changesIn } from '../bench/changes.js'
import { library } from '../bench/scene.js'
import type { FaultClass, Outcome } from '../fault-class.js'

/** Files that somebody hands in to do harm, or by mistake. They are read before any port is opened. */
export const OPERATOR_FILES: readonly FaultClass[] = [
  {
    id: 'operator-hostile-tree',
    group: 'operator',
    title: 'A hostile tree file',
    cause:
      'entity bombs, elements ten thousand deep, external entities, unknown nodes, foreign text in a parameter',
    declared: ['refused'],
    why:
      'The reader bounds size, depth and count, expands no document entities, loads nothing from ' +
      'outside, and knows only the library’s nodes; scripts are a small language without access to ' +
      'anything outside the tree.',
    operator: 'File, line and column, what was expected and found; exit code 2.',
    run: (seed) => refuses(seed, 'tree.xml', TREES, (path) => problemsOf(readPolicy(path, library))),
  },
  {
    id: 'operator-hostile-config',
    group: 'operator',
    title: 'A hostile field file',
    cause:
      'alias bombs, values inside themselves, tags that name code, zones outside the field, numbers that are none',
    declared: ['refused'],
    why:
      'The YAML reader bounds size, depth and aliases and supports no tags; every value is checked for ' +
      'shape and meaning, and all problems are reported at once.',
    operator: 'Every problem with file, line and column; exit code 2.',
    run: (seed) => refuses(seed, 'field.yaml', FIELDS, async (path) => problemsOf(await loadFieldFile(path))),
  },
]

type Read = { readonly ok: true } | { readonly ok: false; readonly error: readonly Diagnostic[] }
const problemsOf = (read: Read): readonly Diagnostic[] => (read.ok ? [] : read.error)

async function refuses(
  seed: number,
  name: string,
  corpus: readonly ((rng: Rng) => string)[],
  read: (path: string) => readonly Diagnostic[] | Promise<readonly Diagnostic[]>,
): Promise<Outcome> {
  const rng = random(seed, name)
  const folder = mkdtempSync(join(tmpdir(), 'graft-faults-'))
  try {
    const path = join(folder, name)
    // seeds go round the corpus, so that a few of them meet all of it
    const injected = await changesIn(folder, () =>
      writeFileSync(path, corpus[seed % corpus.length]?.(rng) ?? ''),
    )
    const errors = (await read(path)).filter(({ severity }) => severity === 'error')
    const [first] = errors
    return first === undefined
      ? { end: 'broken', injected, violations: [], detail: 'it was accepted' }
      : { end: 'refused', injected, violations: [], detail: formatDiagnostic(first).split('\n')[0] ?? '' }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const tree = (body: string): string =>
  `<root BTCPP_format="4"><BehaviorTree ID="Main">${body}</BehaviorTree></root>`

const TREES: readonly ((rng: Rng) => string)[] = [
  () => {
    const levels = [...'bcdefghij'].map(
      (name, i) => `<!ENTITY ${name} "${`&${'abcdefghi'[i] ?? 'a'};`.repeat(10)}">`,
    )
    return `<!DOCTYPE r [<!ENTITY a "x">${levels.join('')}]>${tree('<MoveToZone zone="&j;"/>')}`
  },
  () => `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${tree('<MoveToZone zone="&x;"/>')}`,
  (rng) => tree('<Sequence>'.repeat(5000 + rng.int(5000))),
  (rng) => tree(`<Sequence>${'<MoveToHome/>'.repeat(50_000 + rng.int(20_000))}</Sequence>`),
  () => tree('<LaunchRocket target="0,0"/>'),
  () => tree('<MoveToZone zone="1" _onSuccess="x := 1 +"/>'),
  () => tree('<SubTree ID="Main"/>'),
  (rng) => Array.from({ length: 2000 }, () => String.fromCharCode(1 + rng.int(255))).join(''),
  () => '<root BTCPP_format="4"><include path="../../../../etc/passwd"/></root>',
  () => '',
]

const FIELDS: readonly ((rng: Rng) => string)[] = [
  () => {
    const levels = [...'bcdefghij'].map((name, i) => {
      const below = Array<string>(10)
        .fill(`*${'abcdefghi'[i] ?? 'a'}`)
        .join(',')
      return `${name}: &${name} [${below}]`
    })
    return `a: &a [1,1,1,1,1,1,1,1,1,1]\n${levels.join('\n')}\n`
  },
  () => 'fields: &f\n  - *f\n',
  () => 'id: !!js/function "function () { return process.exit() }"\n',
  (rng) => '['.repeat(20_000 + rng.int(20_000)),
  () => 'id: F\nsize: { x: .nan, y: .inf }\n',
  () => 'id: ../../etc\nsize: { x: 1e308, y: -1 }\nzones: []\n',
  (rng) =>
    `id: F\nsize: { x: 3, y: 2 }\nzones:\n  - { id: 1, kind: load, at: { x: ` +
    `${10 + rng.int(90)}, y: 1 }, size: { x: 0.3, y: 0.25 } }\n`,
  (rng) => Array.from({ length: 3000 }, () => String.fromCharCode(32 + rng.int(90))).join(''),
]
