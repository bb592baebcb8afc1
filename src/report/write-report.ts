import { join } from 'node:path'
import { writeDurably } from '#adapters/files/durable-file.js'
import { isLink, lookAt } from '#app/run-folder/read/damage.js'
import { alarmsOfRun } from '#learning/alarms.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { ok, type Result } from '#base/result.js'
import { episodeSection } from './sections/episode.js'
import type { Picture } from './sections/film-strip.js'
import { html } from './html.js'
import { leftOutList } from './left-out.js'
import { mapGround, mapOfRun } from './sections/world-maps.js'
import { learnsNothing } from './overview/once.js'
import { overview } from './overview/overview.js'
import { kindsOf } from './overview/trouble.js'
import { page } from './page.js'
import { chooseFrames } from './pictures/choose-frames.js'
import { embedPicture } from './pictures/embed-picture.js'
import { fieldOf, marksOf, viewOf, type FieldView } from './pictures/field-marks.js'
import { placeOfRun } from '#learning/manifest.js'
import { scrubber } from './scrubber/scrubber.js'
import { readRun, type EpisodeData, type RunData } from './run-data.js'

/**
 * Writes the `report.html` of a run folder: one file without external resources that is readable without scripts
 * and prints. The same run folder gives the same bytes.
 *
 * @param warn is told what is damaged in the folder and left out; the page says it, too
 * @returns the path of the page, or why the folder has no report
 */
export async function writeReport(
  runFolder: string,
  warn: (damage: Diagnostic) => void = () => undefined,
): Promise<Result<string, Diagnostic>> {
  const path = join(runFolder, 'report.html')
  const run = readRun(runFolder)
  if (!run.ok) return run
  const place = lookAt(path, 'file')
  // a link to nothing is replaced, as every link is; a folder cannot be
  if (!place.ok && !isLink(path)) return place
  const markup = await renderReport(run.value)
  // Written to a temporary file and renamed, so that a browser never opens half a page.
  writeDurably(path, markup)
  run.value.damages.forEach((damage) => warn(damage))
  return ok(path)
}

async function renderReport(run: RunData): Promise<string> {
  const view = viewOf(run.manifest)
  const place = { field: fieldOf(run.manifest), map: mapOfRun(run.manifest) }
  const { map } = place
  const once = learnsNothing(run)
  const numbers = run.episodes.map(({ record }) => record.episode)
  const alarms = alarmsOfRun(run.episodes.map(({ record }) => record))
  const sections = []
  let before: number | undefined
  for (const [i, episode] of run.episodes.entries()) {
    const own = alarms[i] ?? []
    const moments = scrubber(episode, own, run.manifest, place)
    const around = { before, previous: numbers[i - 1], next: numbers[i + 1], alarms: own }
    const context = { ...around, view, map, once, kinds: kindsOf(episode.record), moments }
    sections.push(episodeSection(episode, await picturesOf(episode, numbers.length, view), context))
    before = episode.record.score.total
  }
  const title = `graft, ${placeOfRun(run.manifest)}, seed ${run.manifest.seed}`
  return page(
    title,
    { episodes: run.episodes.map(({ record }) => record), once },
    html`${overview(run)} ${leftOutList(run.damages)} ${map === undefined ? null : mapGround(map)} ${sections}`,
  )
}

async function picturesOf(
  episode: EpisodeData,
  episodes: number,
  view: FieldView | undefined,
): Promise<{ readonly pictures: readonly Picture[]; readonly leftOut: number }> {
  const { frames, leftOut } = chooseFrames(episode, episodes)
  const pictures = await Promise.all(
    frames.map(async ({ id, path, caption }): Promise<Picture | undefined> => {
      const embedded = await embedPicture(path)
      if (embedded === undefined) return undefined
      const report = episode.record.reports.find((candidate) => candidate.frames.at(-1) === id)
      const fits =
        view !== undefined && embedded.width * view.camera.height === embedded.height * view.camera.width
      const marks = report !== undefined && fits ? marksOf(report, view) : []
      return { ...embedded, id, caption, marks, issues: report?.issues.map((issue) => issue.id) ?? [] }
    }),
  )
  return { pictures: pictures.filter((picture) => picture !== undefined), leftOut }
}
