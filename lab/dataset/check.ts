import { formatDiagnostic, type Diagnostic } from '#base/diagnostic.js'
import { decodePicture, readPicture } from './format/picture.js'
import { readEpisodes } from './format/read-dataset.js'
import type { StoredEpisode, StoredPicture } from './format/stored-episode.js'
import { parseTree } from '#bt/xml/parse.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { readLibrary } from '#app/policy.js'
import { exitCodeOf } from './exit-code-of.js'
import { isWorldSet } from './world/check-world.js'
import { checkWorldSet } from './world/tell-world.js'

/** Reads all of a set: every line, every tree, every picture with its size. Ends at the first line that is wrong. */
export async function checkSet(folder: string, json: boolean): Promise<ExitCode> {
  if (await isWorldSet(folder)) return checkWorldSet(folder, json)
  const library = readLibrary()
  const pictures = new Map<string, StoredPicture>()
  let episodes = 0
  for await (const read of readEpisodes(folder)) {
    if (!read.ok) return refuse(read.error, json)
    episodes++
    const tree = parseTree(read.value.tree, { file: `${folder}, tree of line ${episodes}`, library })
    const [problem] = tree.ok ? [] : tree.error
    if (problem !== undefined) return refuse(problem, json)
    for (const picture of picturesOf(read.value)) pictures.set(picture.sha256, picture)
  }
  for (const picture of pictures.values()) {
    const problem = await pictureProblem(folder, picture)
    if (problem !== undefined) return refuse(problem, json)
  }
  const found = { episodes, pictures: pictures.size }
  process.stdout.write(
    json
      ? `${JSON.stringify({ ok: true, ...found })}\n`
      : `${folder}: ${episodes} episodes, ${pictures.size} pictures, all as they should be\n`,
  )
  return EXIT.ok
}

const picturesOf = ({ moments }: StoredEpisode): StoredPicture[] =>
  moments.flatMap(({ pictures }) => pictures)

async function pictureProblem(
  folder: string,
  { sha256, camera }: StoredPicture,
): Promise<Diagnostic | undefined> {
  const bytes = await readPicture(folder, sha256)
  if (!bytes.ok) return bytes.error
  const frame = await decodePicture(bytes.value, sha256.slice(0, 12))
  const got = frame.ok ? `${frame.value.width} × ${frame.value.height}` : frame.error
  const expected = `${camera.width} × ${camera.height}`
  if (got === expected) return undefined
  const message = `picture ${sha256} is not of the size of its camera`
  return { code: 'dataset.picture', severity: 'error', message, expected, got }
}

function refuse(problem: Diagnostic, json: boolean): ExitCode {
  if (json) process.stdout.write(`${JSON.stringify({ ok: false, problem })}\n`)
  else process.stderr.write(`${formatDiagnostic(problem)}\n`)
  return exitCodeOf(problem)
}
