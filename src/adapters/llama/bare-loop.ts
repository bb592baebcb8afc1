import { LlamaGrammarEvaluationState } from 'node-llama-cpp'
import { startModelProcess, type ModelProcess } from '../model-process/model-process.js'
import { llamaEngine } from './engine.js'
import { openContext } from './llama-writer.js'

export interface BareSetup {
  readonly file: string
  /** tokens */
  readonly contextSize: number
}

export interface BareJob {
  readonly prompt: string
  readonly maxTokens: number
  readonly grammar?: string
}

export interface BareRun {
  readonly tokens: number
  /** milliseconds from the prompt's first token to the reply's first, and to its last */
  readonly firstMs: number
  readonly totalMs: number
}

/**
 * Starts node-llama-cpp's own loop with nothing around it: the baseline that `graft models bench` compares graft's path
 * with. It is timed inside its process, so that messaging does not count against it.
 */
export const startBareLoop = (setup: BareSetup): Promise<ModelProcess<BareJob, BareRun>> =>
  startModelProcess<BareSetup, BareJob, BareRun>('./bare-program', import.meta.url, setup)

/** The loop as its documentation shows it: greedy, from an empty context, with the same context settings as graft's. */
export async function openBareLoop({
  file,
  contextSize,
}: BareSetup): Promise<(job: BareJob) => Promise<BareRun>> {
  const llama = await llamaEngine()
  const model = await llama.loadModel({ modelPath: file, gpuLayers: 0 })
  const context = await openContext(model, contextSize)
  const sequence = context.getSequence()
  return async ({ prompt, maxTokens, grammar }) => {
    const tokens = model.tokenize(prompt)
    const bound = grammar === undefined ? undefined : await llama.createGrammar({ grammar })
    await sequence.clearHistory()
    const began = performance.now()
    let [count, firstMs] = [0, 0]
    const state = bound && new LlamaGrammarEvaluationState({ model, grammar: bound })
    const options = { temperature: 0, ...(state ? { grammarEvaluationState: state } : {}) }
    for await (const _ of sequence.evaluate(tokens, options)) {
      if (count === 0) firstMs = performance.now() - began
      if (++count === maxTokens) break
    }
    return { tokens: count, firstMs, totalMs: performance.now() - began }
  }
}
