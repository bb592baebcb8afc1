import { join } from 'node:path'
import { readAbout, readEpisodes } from '#lab/dataset/format/read-dataset.js'
import { makeOutFolder, writeOut } from '#adapters/files/write-out.js'
import { promptOf } from '#adapters/models/manifest.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { ListedModel } from '#app/models/model-lists.js'
import { chooseModel, loadVision } from '#app/models/open-models.js'
import { readLibrary } from '#app/policy.js'
import { examineEpisode, type Examined } from './examine.js'
import { figuresOf } from './figures.js'
import { barsOf, pageOf, type Bar, type Section } from './page.js'
import { looksOf, shownEpisode } from './read-set.js'
import { reliabilitySvg } from './reliability-svg.js'

export interface CriticBenchOptions {
  /** folder of a set of episodes */
  readonly data: string
  readonly model?: string
  /** only the first so many */
  readonly episodes?: number
  /** only FINAL reports are counted; the others are still asked for what they saw */
  readonly mode?: 'final'
  /** where the reliability diagram goes */
  readonly out?: string
}

export interface CriticBenchResult {
  readonly page: string
  readonly json: {
    readonly model: string
    readonly data: string
    readonly split: string | null
    readonly sections: readonly Section[]
    readonly bars: readonly Bar[]
  }
}

/** Shows the product's critic every labelled moment of a set, episode by episode and look by look. */
export async function runCriticBench(
  options: CriticBenchOptions,
  report: (line: string) => void,
): Promise<Result<CriticBenchResult, readonly Diagnostic[]>> {
  const about = await readAbout(options.data)
  if (!about.ok) return err([about.error])
  const chosen = await chooseModel('critic', options.model)
  if (!chosen.ok) return chosen
  const { entry } = chosen.value
  const examined = await examineSet(options, chosen.value, about.value.episodes, report)
  if (!examined.ok) return examined
  const sections = sectionsOf(examined.value, options.mode)
  const { split } = about.value
  const title =
    `graft bench critic: ` +
    `${entry.id} on ${options.data} (split ${split ?? 'unknown'}, ` +
    `${Math.min(about.value.episodes, options.episodes ?? Infinity)} episodes)`
  const failed = options.out === undefined ? undefined : writeDiagram(options.out, sections)
  if (failed !== undefined) return err([failed])
  const json = { model: entry.id, data: options.data, split, sections, bars: barsOf(sections) }
  return ok({ page: pageOf(title, sections), json })
}

/** All looks together, then each for itself. */
export function sectionsOf(byLook: ReadonlyMap<string, readonly Examined[]>, mode?: 'final'): Section[] {
  const counted = [...byLook].map(([name, all]) => ({
    name,
    examined: mode === undefined ? all : all.filter((one) => one.mode === mode),
  }))
  const all = { name: 'all', examined: counted.flatMap(({ examined }) => examined) }
  return [...(counted.length === 1 ? [] : [all]), ...counted].map(({ name, examined }) => ({
    name,
    figures: figuresOf(examined),
  }))
}

async function examineSet(
  { data, episodes = Infinity }: CriticBenchOptions,
  model: ListedModel,
  all: number,
  report: (line: string) => void,
): Promise<Result<ReadonlyMap<string, readonly Examined[]>, readonly Diagnostic[]>> {
  const library = readLibrary()
  const vision = await loadVision(model)
  const byLook = new Map<string, Examined[]>()
  let count = 0
  try {
    for await (const stored of readEpisodes(data)) {
      if (!stored.ok) return err([stored.error])
      if (count >= episodes) break
      for (const look of looksOf(stored.value)) {
        const shown = await shownEpisode(data, stored.value, look, library)
        if (!shown.ok) return shown
        const examined = await examineEpisode(shown.value, vision, promptOf(model.entry), () =>
          performance.now(),
        )
        byLook.set(look, [...(byLook.get(look) ?? []), ...examined])
      }
      count++
      if (count % 20 === 0) report(`${count} of ${Math.min(all, episodes)} episodes`)
    }
  } finally {
    await vision.dispose()
  }
  return ok(byLook)
}

/** @returns why it could not be written */
function writeDiagram(folder: string, sections: readonly Section[]): Diagnostic | undefined {
  const curves = sections.map(({ name, figures }) => ({ name, bins: figures.reliability, ece: figures.ece }))
  const svg = reliabilitySvg('Confidence of the critic', curves)
  return makeOutFolder(folder) ?? writeOut(join(folder, 'critic-reliability.svg'), svg)
}
