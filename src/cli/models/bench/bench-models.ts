import { kindOf } from '#adapters/models/manifest.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { ModelError } from '#learning/ports.js'
import type { ListedModel } from '#app/models/model-lists.js'
import { benchLanguage, type Effort, type LanguageFigures } from './language-bench.js'
import { benchVision, type VisionFigures } from './vision-bench.js'

export interface BenchOptions extends Effort {
  readonly json: boolean
}

export interface Streams {
  readonly out: (line: string) => void
  readonly progress: (line: string) => void
}

/** Measures the models one by one. @returns those that could not be measured */
export async function benchModels(
  models: readonly ListedModel[],
  options: BenchOptions,
  { out, progress }: Streams,
): Promise<readonly Diagnostic[]> {
  const failed: Diagnostic[] = []
  for (const model of models) {
    if (model.entry.role !== 'critic' && model.entry.role !== 'actor') {
      progress(`${model.entry.id}: not measured, it speaks no language; docs/benchmarks.md has its figures`)
      continue
    }
    progress(`${model.entry.id}: loading, then ${options.rounds} rounds …`)
    try {
      const language = kindOf(model.entry) === 'gguf'
      const figures = language ? await benchLanguage(model, options) : await benchVision(model, options)
      if (options.json) out(JSON.stringify({ id: model.entry.id, ...figures }))
      else table(model.entry.id, figures).forEach(out)
    } catch (error) {
      if (!(error instanceof ModelError)) throw error
      failed.push({ code: 'model.bench', severity: 'error', message: error.message })
    }
  }
  return failed
}

function table(id: string, figures: LanguageFigures | VisionFigures): readonly string[] {
  const rows = figures.kind === 'language' ? languageRows(figures) : visionRows(figures)
  return [id, ...rows.map(([what, value]) => `  ${what.padEnd(38)}${value}`), '']
}

const languageRows = (f: LanguageFigures): readonly (readonly [string, string])[] => [
  ['load', ms(f.loadMs)],
  ['memory of its process', mb(f.residentMb)],
  [`prompt, ${f.promptTokens} tokens`, rate(f.promptPerSecond)],
  ['first token, cold', ms(f.firstTokenColdMs)],
  [
    `first token, warm (${f.reusedTokens} reused)`,
    `${ms(f.firstTokenWarmMs)}, ${f.warmGain.toFixed(1)} times faster`,
  ],
  ['reply', `${rate(f.freePerSecond)}, ${f.freeRatio.toFixed(3)} of the bare loop`],
  ['reply within a grammar', `${rate(f.grammarPerSecond)}, ${f.grammarRatio.toFixed(3)} of the bare loop`],
]

const visionRows = (f: VisionFigures): readonly (readonly [string, string])[] => [
  ['load', ms(f.loadMs)],
  ['memory of its process', mb(f.residentMb)],
  ...(f.reportMs === null ? [] : [['report on one frame', ms(f.reportMs)] as const]),
  ['look at one frame, to the first word', `${ms(f.lookMs)}, ${f.framesPerSecond.toFixed(1)} frames/s`],
  ['words after the first', rate(f.tokensPerSecond)],
]

const ms = (value: number): string => `${value.toFixed(value < 100 ? 1 : 0)} ms`
const mb = (value: number | null): string =>
  value === null ? 'not reported by this system' : `${value.toFixed(0)} MB`
const rate = (value: number): string =>
  Number.isFinite(value) ? `${value.toFixed(value < 100 ? 1 : 0)} tokens/s` : 'too short an answer to tell'
