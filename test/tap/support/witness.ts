import { wireFiles } from '../../../src/adapters/store/run-store.js'
import { must } from '../../../src/base/result.js'
import { playWireFile } from '../../../src/main/tap/play-wire.js'
import { readGrowing } from '../../../src/main/tap/read-growing.js'
import type { TapNote, TapView } from '../../../src/main/tap/view.js'
import type { TapSummary } from '../../../src/main/tap/wire-witness.js'

/** What `graft tap` finds on the wires of a run, episode by episode, and what the files themselves have to say. */
export async function tapRun(
  folder: string,
): Promise<{ readonly summaries: TapSummary[]; readonly notes: TapNote[] }> {
  const [summaries, notes]: [TapSummary[], TapNote[]] = [[], []]
  const view: TapView = {
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
