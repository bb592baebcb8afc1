import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import type { PatchEdit } from '#bt/edit.js'
import { firstRevision } from '#bt/edit/apply.js'
import { diff } from '#bt/edit/diff.js'
import { keyed } from '#bt/edit/keyed.js'
import { documentDiffLines } from '#bt/edit/diff-lines.js'
import { loadMission, missionText } from './support/mission.js'

const ELISION = '…'

/** Opening tags in order. The paper ends a tag with ` />`, and writes one closing tag with the next one's attribute. */
const opening = (text: string): string[] =>
  (text.replace(/\.\.\.\[.*?\]/g, `<${ELISION}>`).match(/<\/?\w[^>]*>|<…>/g) ?? [])
    .map((tag) => tag.replace(/ \/>$/, '/>').replace(/^<\/(\w+ )/, '<$1'))
    .filter((tag) => !tag.startsWith('</'))

const ours = (name: string): string[] => {
  const [, body = ''] =
    /<BehaviorTree ID="Main">([\s\S]*)<\/BehaviorTree>/.exec(missionText(`reference/${name}.xml`)) ?? []
  return opening(body)
}
const printed = (name: string): string[] =>
  opening(readFileSync(new URL(`fixtures/${name}-printed.xml`, import.meta.url), 'utf8'))

describe('the edit of Fig. 9 (VRL-34)', () => {
  it.each([
    ['fig9-before', ['3', '4', '5', '6', '7', '8', 'home']],
    ['fig9-after', ['3', '4', '5', '6', '7', '8']],
  ])('%s is tag for tag what the paper prints, with the zones that it leaves out', (name, zones) => {
    const [paper, full] = [printed(name), ours(name)]
    const cut = paper.indexOf(`<${ELISION}>`)
    const [head, tail] = [paper.slice(0, cut), paper.slice(cut + 1)]
    expect(head.length).toBeGreaterThan(8)
    expect(full.slice(0, head.length)).toEqual(head)
    expect(full.slice(full.length - tail.length)).toEqual(tail)
    const left = full.slice(head.length, full.length - tail.length).join('')
    const stops = [...left.matchAll(/zone="(\d)"|(MoveToHome)/g)].map(([, zone]) => zone ?? 'home')
    expect(stops).toEqual(zones)
  })

  it('is what the paper says in words: no blind rotations, a Sequence around the cursor, whole transactions', () => {
    const [before, after] = [
      loadMission('reference/fig9-before.xml'),
      loadMission('reference/fig9-after.xml'),
    ]
    const patch = must(keyed(firstRevision(before), diff(before, after)), 'keys')
    expect(patch.map(inWords).toSorted()).toEqual(
      [
        'wrap CursorSequence~1 in Sequence',
        ...[1, 2, 3, 4].flatMap((pair) => [
          `insert MoveToZone zone=${2 * pair} behind LoadBlocksSequence~${pair}`,
          `insert UnloadBlocksSequence behind MoveToZone zone=${2 * pair}`,
          `remove Sequence~${3 * pair} with RotateBlocks, CustomDelay`,
          `remove RetryUntilSuccessful~${2 * pair + 1} with MoveToZone, UnloadBlocksSequence`,
        ]),
      ].toSorted(),
    )

    function inWords(edit: PatchEdit, number: number, all: readonly PatchEdit[]): string {
      const { book, doc } = firstRevision(before)
      const name = (address: string): string => {
        const made = /^\+(\d+)$/.exec(address)
        const source = made === null ? undefined : all[Number(made[1])]
        return source !== undefined && 'node' in source
          ? `${source.node.id} zone=${source.node.attrs['zone']}`
          : address
      }
      if (edit.op === 'wrap') return `wrap ${edit.at} in ${edit.with.id}`
      if (edit.op === 'insert' && 'after' in edit) {
        const { id, attrs } = edit.node
        const what = attrs['ID'] ?? `${id} zone=${attrs['zone']}`
        return `insert ${what} behind ${name(edit.after)}`
      }
      if (edit.op === 'remove') {
        const path = book.pathOf(edit.at as `${string}~${number}`) ?? ''
        const leaves = book
          .keys()
          .filter((key) => book.pathOf(key)?.startsWith(`${path}/`))
          .map((key) => key.replace(/~\d+$/, ''))
          .filter((id) => id !== 'Sequence')
        return `remove ${edit.at} with ${leaves.join(', ')}`
      }
      return `${edit.op} in ${doc.main}, edit ${number}`
    }
  })

  it('is shown as a listing of the changed lines and a few around them', async () => {
    const [before, after] = [
      loadMission('reference/fig9-before.xml'),
      loadMission('reference/fig9-after.xml'),
    ]
    const lines = documentDiffLines(before, after, 1)
    const sign = { same: ' ', removed: '-', added: '+', heading: '@', gap: '~' } as const
    const text = lines.map(({ kind, text: line, depth }) => sign[kind] + '  '.repeat(depth) + line).join('\n')
    await expect(`${text}\n`).toMatchFileSnapshot('fixtures/fig9.unified.txt')
  })
})
