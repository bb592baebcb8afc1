import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { NodeSpec } from '#bt/document.js'
import { NodeLibrary } from '#bt/library.js'
import { parseTree } from '#bt/xml/parse.js'
import { readLineFile } from '../format/line-file.js'
import { ABOUT, decodePicture, EPISODES, problem, readPicture } from '../format/picture.js'
import {
  readEpisodeLine,
  readStepLine,
  STEPS,
  WORLD_FORMAT,
  worldAbout,
  type WorldAbout,
  type WorldEpisodeLine,
} from './world-lines.js'

/** What a set of episodes in a world holds. */
export interface WorldSetFound {
  readonly about: WorldAbout
  readonly pictures: number
  readonly endReasons: Readonly<Record<string, number>>
  /** steps by result: `done`, `exec_fail`, `eo_fail`, `refused` */
  readonly results: Readonly<Record<string, number>>
}

/** Whether a folder has a set of episodes in a world, rather than one on a field. */
export async function isWorldSet(folder: string): Promise<boolean> {
  const about = await readFile(join(folder, ABOUT), 'utf8').catch(() => '')
  return about.slice(0, LONGEST_HEAD).includes(`"${WORLD_FORMAT}"`)
}

/** the format is the first thing in `dataset.json` */
const LONGEST_HEAD = 200

/** Reads all of a set: every line, every tree, every picture. Ends at the first thing that is wrong. */
export async function readWorldSet(folder: string): Promise<Result<WorldSetFound, Diagnostic>> {
  const about = await readWorldAbout(folder)
  if (!about.ok) return about
  const tally = { pictures: new Set<string>(), steps: new Map<number, number>(), endReasons: {}, results: {} }
  const episodes = await readEpisodes(folder, about.value, tally)
  if (!episodes.ok) return episodes
  const steps = await readSteps(folder, about.value, tally)
  if (!steps.ok) return steps
  for (const sha256 of tally.pictures) {
    const bytes = await readPicture(folder, sha256)
    if (!bytes.ok) return bytes
    const frame = await decodePicture(bytes.value, sha256.slice(0, 12))
    if (!frame.ok) return err(problem(folder, 'dataset.picture', `picture ${sha256}: ${frame.error}`))
  }
  const { endReasons, results } = tally
  return ok({ about: about.value, pictures: tally.pictures.size, endReasons, results })
}

interface Tally {
  readonly pictures: Set<string>
  /** steps that an episode's line announces */
  readonly steps: Map<number, number>
  readonly endReasons: Record<string, number>
  readonly results: Record<string, number>
}

async function readWorldAbout(folder: string): Promise<Result<WorldAbout, Diagnostic>> {
  const file = join(folder, ABOUT)
  const bad = (message: string): Result<never, Diagnostic> =>
    err(problem(folder, 'dataset.about', message, { hint: 'make the set again' }))
  try {
    const read = worldAbout.safeParse(JSON.parse(await readFile(file, 'utf8')))
    return read.success ? ok(read.data) : bad(`${file}: ${z.prettifyError(read.error)}`)
  } catch (error) {
    return bad(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

async function readEpisodes(
  folder: string,
  { episodes, sha256, nodes }: WorldAbout,
  tally: Tally,
): Promise<Result<void, Diagnostic>> {
  const library = new NodeLibrary(nodes as unknown as readonly NodeSpec[])
  for await (const read of readLineFile(folder, EPISODES, { lines: episodes, sha256 }, readEpisodeLine)) {
    if (!read.ok) return read
    const { episode, endReason, moments, steps } = read.value
    const wrong = wrongTree(read.value, library)
    if (wrong !== undefined) return err(problem(folder, 'dataset.tree', `episode ${episode}: ${wrong}`))
    for (const { pictures } of moments) for (const picture of pictures) tally.pictures.add(picture.sha256)
    tally.steps.set(episode, steps ?? 0)
    tally.endReasons[endReason] = (tally.endReasons[endReason] ?? 0) + 1
  }
  return ok(undefined)
}

function wrongTree({ tree, nextTree }: WorldEpisodeLine, library: NodeLibrary): string | undefined {
  for (const xml of nextTree === null ? [tree] : [tree, nextTree]) {
    const parsed = parseTree(xml, { file: 'tree', library })
    if (!parsed.ok) return parsed.error[0]?.message ?? 'its tree cannot be read'
  }
  return undefined
}

async function readSteps(
  folder: string,
  { steps, stepsSha256 }: WorldAbout,
  tally: Tally,
): Promise<Result<void, Diagnostic>> {
  const seen = new Map<number, number>()
  for await (const read of readLineFile(folder, STEPS, { lines: steps, sha256: stepsSha256 }, readStepLine)) {
    if (!read.ok) return read
    const { episode, step, result } = read.value
    const before = seen.get(episode) ?? 0
    if (step !== before + 1) return err(misplaced(folder, episode, before + 1, step))
    seen.set(episode, step)
    const ended = result ?? 'refused'
    tally.results[ended] = (tally.results[ended] ?? 0) + 1
  }
  for (const episode of new Set([...tally.steps.keys(), ...seen.keys()])) {
    const [expected, got] = [tally.steps.get(episode) ?? 0, seen.get(episode) ?? 0]
    if (expected !== got) return err(misplaced(folder, episode, expected, got))
  }
  return ok(undefined)
}

const misplaced = (folder: string, episode: number, expected: number, got: number): Diagnostic =>
  problem(folder, 'dataset.steps', `the steps of episode ${episode} in ${STEPS} are not those of its line`, {
    expected: `step ${expected}`,
    got: `step ${got}`,
    hint: 'fetch the set again, or make it again',
  })
