import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { makeFolders } from '#adapters/files/make-folders.js'
import { withOwnersRights } from '#adapters/files/write-out.js'
import { damagedLine, openLineLog, readLineLog, type LineLog } from '#adapters/store/line-log.js'
import type { EpisodeRow } from '../play/row.js'
import type { BenchSettings } from '../settings/settings.js'
import { keyText, type RunKey } from './worker.js'

export interface FinishedRun extends RunKey {
  readonly rows: readonly EpisodeRow[]
}

type Line = { readonly kind: 'settings'; readonly hash: string; readonly settings: BenchSettings } | RunLine
type RunLine = { readonly kind: 'run' } & FinishedRun

/** `runs.jsonl` of a bench folder: the settings, then every finished run in the order of ending, each on the disk. */
export interface RunsLog {
  readonly finished: readonly FinishedRun[]
  add(run: FinishedRun): void
  close(): void
}

/**
 * Opens the log of a bench folder.
 * @param resume go on with what is there; without, a folder that holds runs is refused
 */
export function openRunsLog(
  folder: string,
  begun: { readonly hash: string; readonly settings: BenchSettings },
  resume: boolean,
): Result<RunsLog, Diagnostic> {
  const opened = withOwnersRights(join(folder, FILE), () => open(folder, begun, resume))
  return opened.ok ? opened.value : opened
}

function open(
  folder: string,
  { hash, settings }: { readonly hash: string; readonly settings: BenchSettings },
  resume: boolean,
): Result<RunsLog, Diagnostic> {
  const file = join(folder, FILE)
  makeFolders(folder)
  if (existsSync(file) && !resume) return err(taken(file))
  const damaged = damagedLine(file)
  if (damaged !== undefined) return err(broken(file, damaged))
  const [head, ...lines] = readLineLog<Line>(file).values
  if (head !== undefined && (head.kind !== 'settings' || head.hash !== hash))
    return err(otherSettings(file, hash, head.kind === 'settings' ? head.hash : 'no settings'))
  const log: LineLog<Line> = openLineLog(file)
  if (head === undefined) log.append({ kind: 'settings', hash, settings }, true)
  const runs = new Map<string, FinishedRun>()
  for (const line of lines) if (line.kind === 'run') runs.set(keyText(line), line)
  return ok({
    finished: [...runs.values()],
    add: (run) => log.append({ kind: 'run', ...run }, true),
    close: () => log.close(),
  })
}

const FILE = 'runs.jsonl'

const taken = (file: string): Diagnostic => ({
  code: 'bench.folder-taken',
  severity: 'error',
  message: `${file} holds the runs of a bench already`,
  hint: 'go on with --resume, or give another folder with --out',
})

const broken = (file: string, line: number): Diagnostic => ({
  code: 'bench.damaged',
  severity: 'error',
  message: `line ${line} of ${file} has changed on the disk, and whole lines follow it`,
  expected: 'lines whose CRC-32C is right; only the last one may be torn',
  hint: 'cut the file before that line and go on with --resume',
})

const otherSettings = (file: string, hash: string, got: string): Diagnostic => ({
  code: 'bench.other-settings',
  severity: 'error',
  message: `${file} was begun with other settings, fields or models: its runs cannot stand in one table with new ones`,
  expected: hash,
  got,
  hint: 'give the settings of that bench again (its first line names them), or another folder with --out',
})
