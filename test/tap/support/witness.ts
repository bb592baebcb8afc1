import { wireFiles } from '#adapters/store/run-paths.js'
import { must } from '#base/result.js'
import { playWireFile } from '#cli/tap/play-wire.js'
import { readGrowing } from '#cli/tap/read-growing.js'
import type { WireNote, WireOutput } from '#cli/tap/view.js'
import type { WireSummary } from '#link/analysis/wire-analyzer.js'

/** What `graft tap` finds on the wires of a run, episode by episode, and what the files themselves have to say. */
export async function tapRun(
  folder: string,
): Promise<{ readonly summaries: WireSummary[]; readonly notes: WireNote[] }> {
  const [summaries, notes]: [WireSummary[], WireNote[]] = [[], []]
  const view: WireOutput = {
    start: () => undefined,
    event: () => undefined,
    note: (note) => void notes.push(note),
    end: () => undefined,
  }
  const never = new AbortController().signal
  for (const { path } of wireFiles(folder)) {
    const witness = must(await playWireFile(path, readGrowing(path, false, never), view), path)
    summaries.push(witness.summary)
  }
  return { summaries, notes }
}
