import type { Completion, LanguageModel } from '#learning/ports.js'

/** A test tool: answers with the next line of its script and keeps what it was asked. The last line repeats. */
export class ScriptedModel implements LanguageModel {
  readonly id = 'scripted'
  readonly contextSize: number
  readonly asked: Completion[] = []
  readonly #script: readonly string[]

  constructor(script: readonly string[], contextSize = 4096) {
    this.#script = script
    this.contextSize = contextSize
  }

  countTokens(text: string): Promise<number> {
    return Promise.resolve(Math.ceil(text.length / 3))
  }

  complete(request: Completion) {
    const text = this.#script[Math.min(this.asked.length, this.#script.length - 1)] ?? '[]'
    this.asked.push(request)
    return Promise.resolve({ text, promptTokens: 1, tokens: 1, meanLogProb: 0, minProb: 1, complete: true })
  }

  dispose(): Promise<void> {
    return Promise.resolve()
  }
}
