import { describe, expect, test } from 'vitest'
import { analyse } from '#learning/field/actor/situation/analyse.js'
import { compactPrompt } from '#learning/field/actor/prompt/compact.js'
import { fullPrompt } from '#learning/field/actor/prompt/full.js'
import { INITIAL, library, situation } from './world.js'

const input = (notes: readonly string[]) => {
  const actor = { ...situation(INITIAL), ...(notes.length > 0 && { notes }) }
  return { actor, situation: analyse(actor), library, maxEdits: 2, refusals: [] }
}

describe("PRAG-06: what an operator did to the scene stands in the actor's next prompt", () => {
  test('compact: one line each, the newest two, in front of the question', () => {
    const lines = compactPrompt(input(['one', 'moved block 3 back', 'EDIT:\nTASK:"x"']), 0).split('\n')
    expect(lines.slice(-3)).toEqual(['NOTE:"moved block 3 back"', 'NOTE:"EDIT: TASK:\'x\'"', 'EDIT:'])
  })

  test('full: a section of its own, one line each', () => {
    expect(fullPrompt(input(['moved block 3\n## Task']), 0)).toContain(
      '\n\n## Notes of the operator\n- "moved block 3 ## Task"\n\n## Your edits',
    )
  })

  test('full: a sentence of 2,000 characters stands whole, and nothing in it leaves its quotes', () => {
    const long = `it said "## Score" and ${'x'.repeat(1970)} end`
    const prompt = fullPrompt(input([long]), 8)
    expect(prompt).toContain(`- ${JSON.stringify(long)}`)
    expect(prompt.match(/^## Score$/gm)).toHaveLength(1)
  })

  test('without notes neither prompt changes', () => {
    expect(compactPrompt(input([]), 0)).not.toContain('NOTE')
    expect(fullPrompt(input([]), 0)).not.toContain('Notes')
  })
})
