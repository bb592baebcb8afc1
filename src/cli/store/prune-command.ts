import { InvalidArgumentError, type Command } from 'commander'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, type Result } from '#base/result.js'
import type { StoreLimits } from '#adapters/store/site/keep/limits.js'
import type { Pruned } from '#adapters/store/site/writer/jobs.js'
import { wholeNumber } from '#app/command-line/options.js'
import { addStateOptions, type StateOptions } from '#app/run-folder/state-folder.js'
import { lookAt, openView, unreadable } from './open-view.js'

interface PruneOptions extends StateOptions {
  readonly maxGib: number
  readonly maxAgeDays: number
  readonly keepFailures: number
  readonly dryRun: boolean
}

/** `graft store prune`: runs manually, with other limits, the pruning that the service does automatically. */
export function addPruneCommand(store: Command, refuse: (problem: Diagnostic) => void): void {
  addStateOptions(store.command('prune'))
    .description('delete what exceeds the limits of size or age, oldest first; never the newest failures')
    .option('--max-gib <n>', 'maximum size to keep, GiB', gibibytes, 20)
    .option('--max-age-days <n>', 'maximum age to keep, days', wholeNumber(0, 36_500), 90)
    .option('--keep-failures <n>', 'number of newest failures to keep', wholeNumber(0, 10_000), 20)
    .option('--dry-run', 'only show what would be deleted', false)
    .action(async (options: PruneOptions) => {
      const gone = options.dryRun ? await look(options) : await remove(options)
      if (!gone.ok) return refuse(gone.error)
      for (const each of gone.value) write(options.json ? JSON.stringify(each) : lineOf(each))
      const bytes = gone.value.reduce((sum, each) => sum + each.bytes, 0)
      tell(
        `${gone.value.length} items, ${(bytes / 1e6).toFixed(1)} MB${options.dryRun ? ' would be deleted' : ''}`,
      )
    })
}

async function look(options: PruneOptions): Promise<Result<readonly Pruned[], Diagnostic>> {
  const { oldestAllowed } = await import('#adapters/store/site/keep/limits.js')
  const limits = limitsOf(options)
  const { maxBytes, keepFailures } = limits
  return lookAt(options.state, (view) =>
    view.previewPrune({ maxBytes, keepFailures, oldest: oldestAllowed(limits, view.timeAt(Date.now())) }),
  )
}

async function remove(options: PruneOptions): Promise<Result<readonly Pruned[], Diagnostic>> {
  // opening for writing would create a store
  const view = await openView(options.state)
  if (!view.ok) return view
  const { dir } = view.value.layout
  view.value.close()
  const { SiteStore } = await import('#adapters/store/site/site-store.js')
  try {
    const store = SiteStore.open({ dir, now: Date.now, writer: 'inline', limits: limitsOf(options) })
    if (!store.ok) return store
    const gone = await store.value.prune()
    await store.value.close()
    return gone
  } catch (error) {
    return err(unreadable(error))
  }
}

const limitsOf = ({
  maxGib,
  maxAgeDays,
  keepFailures,
}: PruneOptions): Pick<StoreLimits, 'maxBytes' | 'maxAgeDays' | 'keepFailures'> => ({
  maxBytes: maxGib * 1024 ** 3,
  maxAgeDays,
  keepFailures,
})

function gibibytes(text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && value >= 0 && Number.isFinite(value)) return value
  throw new InvalidArgumentError(`expected a number of GiB, got ${JSON.stringify(text)}`)
}

const lineOf = ({ what, run, episode, bytes }: Pruned): string =>
  `${what.padEnd(9)}${run}${episode === null ? '' : ` episode ${episode}`}  ${(bytes / 1e6).toFixed(2)} MB`

const write = (text: string): void => void process.stdout.write(`${text}\n`)
const tell = (text: string): void => void process.stderr.write(`${text}\n`)
