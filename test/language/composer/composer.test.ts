import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { composeOrder, loadLexicon } from '#app/world/hear-order.js'
import { loadComposer } from '#app/world/load-composer.js'
import { must } from '#base/result.js'
import { projectFile } from '#documents/read-text-file.js'
import { spokenWorld, type SpokenWorld } from '#instructions/spoken-world.js'
import { heardIn, listsApart } from '#instructions/understand.js'
import { openComposerFiles } from '#language/composer/open.js'
import { parseDomainText } from '#worlds/files/domain-text.js'

interface Golden {
  readonly world: string
  readonly speaker: string | null
  readonly order: string
  /** of each fact of the world */
  readonly said: readonly (readonly number[])[]
  readonly before: readonly (readonly number[])[]
  readonly goal: number
}

const golden = JSON.parse(readFileSync(new URL('golden.json', import.meta.url), 'utf8')) as readonly Golden[]

function worldNamed(name: string, speaker: string | null): SpokenWorld {
  const file = projectFile(`worlds/${name}/world.yaml`)
  const domain = must(parseDomainText(readFileSync(file, 'utf8'), file), name)
  return spokenWorld(domain, { lexicon: loadLexicon(), ...(speaker !== null && { speaker }) })
}

describe('the composer that ships', () => {
  it.each(golden)(
    'says what it said in torch of "$order"',
    async ({ world: name, speaker, order, ...said }) => {
      const world = worldNamed(name, speaker)
      const composer = must(await loadComposer(), 'the composer')
      const read = await composer.compose(listsApart(heardIn(order, world)))
      const shares = must(read, 'shares')
      expect(1 - (shares?.ask ?? 0) - (shares?.refuse ?? 0)).toBeCloseTo(said.goal, 3)
      expect(shares?.atoms).toHaveLength(said.said.length)
      said.said.forEach((row, atom) => {
        row.forEach((share, at) => {
          expect(shares?.atoms[atom]?.[at]).toBeCloseTo(share, 3)
        })
      })
      said.before.forEach((row, first) => {
        row.forEach((share, then) => {
          expect(shares?.before(first, then)).toBeCloseTo(share, 3)
        })
      })
    },
  )

  it.each([
    ['put the book in the cabinet', ['location(book) = cabinet']],
    ['bring me the milk', ['location(milk) = anna']],
    ['close the fridge', ['not open(fridge)']],
    ['pick up the book', ['held(book)']],
    ['anna wants the mug', ['location(mug) = anna']],
  ])('composes "%s"', async (order, goals) => {
    const composer = must(await loadComposer(), 'the composer')
    const [first] = must(await composeOrder(heardIn(order, worldNamed('home', 'anna')), composer), 'readings')
    expect(first?.goals.map(({ formula }) => formula)).toEqual(goals)
  })

  it.each(['', '?!', 'sing a song', 'x '.repeat(400), 'put it '.repeat(150), 'milk '.repeat(200)])(
    'has nothing to say of "%s", which names nothing or is too long',
    async (order) => {
      const composer = must(await loadComposer(), 'the composer')
      expect(await composeOrder(heardIn(order, worldNamed('home', 'anna')), composer)).toEqual({
        ok: true,
        value: [],
      })
    },
  )

  it.each(['put the constructor kit on the coffee table', 'hasOwnProperty the milk toString'])(
    'reads words that objects have: %s',
    async (order) => {
      const composer = must(await loadComposer(), 'the composer')
      expect((await composeOrder(heardIn(order, worldNamed('home', 'anna')), composer)).ok).toBe(true)
    },
  )

  it('says what is wrong with files that are none of its own', async () => {
    const file = projectFile('package.json')
    const opened = await openComposerFiles({ graph: file, encoding: file, sorts: file })
    expect(opened.ok ? 'opened' : opened.error.code).toBe('composer.unreadable')
  })
})
