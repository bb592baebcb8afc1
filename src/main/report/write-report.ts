import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { episodeSection, type Picture } from './sections/episode.js'
import { html } from './html.js'
import { overview } from './sections/overview.js'
import { page } from './page.js'
import { embedPicture } from './pictures.js'
import { readRun, type EpisodeData, type FrameFile, type RunData } from './run-data.js'

/**
 * Makes `report.html` of a run folder: one file without outside resources that reads without scripts and prints.
 * The same run folder gives the same bytes.
 *
 * @returns the path of the page
 * @throws Error when the folder is not a run folder or holds no finished episode
 */
export async function writeReport(runFolder: string): Promise<string> {
  const path = join(runFolder, 'report.html')
  const markup = await renderReport(readRun(runFolder))
  // Written aside and moved, so that a browser never opens half a page.
  await writeFile(`${path}.part`, markup)
  await rename(`${path}.part`, path)
  return path
}

async function renderReport(run: RunData): Promise<string> {
  const sections = []
  let before: number | undefined
  for (const episode of run.episodes) {
    sections.push(episodeSection(episode, await picturesOf(episode), before))
    before = episode.record.score.total
  }
  const title = `graft, field ${run.manifest.field.id}, seed ${run.manifest.seed}`
  return page(
    title,
    run.episodes.map(({ record }) => record),
    html`${overview(run)} ${sections}`,
  )
}

async function picturesOf({ frames }: EpisodeData): Promise<Picture[]> {
  const pictures = await Promise.all(
    frames.map(async ({ path, caption }: FrameFile) => ({ caption, uri: await embedPicture(path) })),
  )
  return pictures.filter((picture): picture is Picture => picture.uri !== undefined)
}
