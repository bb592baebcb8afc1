/**
 * Scores a trained actor on held-out trees and wordings as the product runs it: llama.cpp, greedy, under the grammar
 * of each request. `tsx models/training/actor/evaluate.ts MODEL.gguf [TREES] [--free]` prints JSON; `--free` leaves the
 * grammar out. For each kind of edit: exact = the reply is the teacher's, letter by letter; same = it leads to the same
 * tree; valid = it can be applied at all.
 */
import { mainRoot } from '../../../src/mind/actor/address.js'
import { sameNode } from '../../../src/bt/edit/same.js'
import type { TreeDoc } from '../../../src/bt/document.js'
import { validate } from '../../../src/bt/validate/validate.js'
import { loadLlamaModel } from '../../../src/adapters/llama/llama-model.js'
import { actorGrammar } from '../../../src/mind/actor/grammar/grammar.js'
import { parseReply } from '../../../src/mind/actor/language.js'
import { resolvePatch } from '../../../src/mind/actor/resolve.js'
import { analyse } from '../../../src/mind/actor/situation/analyse.js'
import { samplesOf, type Sample } from './samples.js'
import { readShipped } from './shipped.js'

/** The generator's test split starts here; its words were never trained on. */
const PER_TREE = 4
const CONTEXT = 1024
const REPLY_TOKENS = 192

const [file, trees = '150', free] = process.argv.slice(2)
if (file === undefined) throw new Error('usage: evaluate.ts MODEL.gguf [TREES] [--free]')
const shipped = readShipped()
const model = await loadLlamaModel({ id: 'candidate', file, contextSize: CONTEXT, chat: false })

interface Count {
  n: number
  exact: number
  same: number
  valid: number
}
const total: Count = { n: 0, exact: 0, same: 0, valid: 0 }
const byKind = new Map<string, Count>()
const drawn = new Map<string, number>()
for (let tree = 0; tree < Number(trees); tree++) {
  for (const sample of samplesOf(shipped, 'test', tree, PER_TREE, drawn)) {
    const reply = await answer(sample)
    const wanted = treeAfter(sample, sample.answer)
    const got = treeAfter(sample, reply)
    const valid = got !== null && validate(got, shipped.library).every((d) => d.severity !== 'error')
    const same = wanted !== null && got !== null && sameNode(mainRoot(wanted), mainRoot(got))
    for (const count of [total, countOf(sample.kind)]) {
      count.n++
      count.exact += Number(reply === sample.answer)
      count.same += Number(same)
      count.valid += Number(valid)
    }
  }
}
await model.dispose()
const kinds = Object.fromEntries([...byKind].toSorted(([a], [b]) => (a < b ? -1 : 1)))
process.stdout.write(`${JSON.stringify({ total, kinds }, null, 2)}\n`)

async function answer(sample: Sample): Promise<string> {
  const situation = analyse(sample.input, sample.progress)
  const grammar = actorGrammar({ situation, map: sample.input.map, library: shipped.library, maxEdits: 1 })
  const bound = free === '--free' ? {} : { grammar }
  const request = { prompt: sample.prompt, maxTokens: REPLY_TOKENS, temperature: 0, seed: 1, ...bound }
  return (await model.complete(request)).text
}

function treeAfter(sample: Sample, reply: string): TreeDoc | null {
  const drafts = parseReply(reply, 1)
  if (!drafts.ok) return null
  const { book } = analyse(sample.input, sample.progress)
  const resolved = resolvePatch(sample.input.tree, book, drafts.value, shipped.library)
  return resolved.ok ? resolved.value.doc : null
}

function countOf(kind: string): Count {
  const count = byKind.get(kind) ?? { n: 0, exact: 0, same: 0, valid: 0 }
  byKind.set(kind, count)
  return count
}
