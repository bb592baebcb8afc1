import { resolve } from 'node:path'
import type { Command } from 'commander'
import { formatDiagnostic, type Diagnostic } from '../../base/diagnostic.js'
import { EXIT, type ExitCode } from '../exit-code.js'
import { wholeNumber } from '../whole-number.js'
import { addPruneCommand } from './prune-command.js'
import { episodeLine, runLine } from './lines.js'
import { openView, withState, type StoreOptions } from './open-view.js'

/** `graft store`: what the service has kept, also while it runs. */
export function addStoreCommand(program: Command, finish: (code: ExitCode) => void): void {
  const store = program
    .command('store')
    .description('what the service has kept: runs, episodes, pictures')
    .addHelpText('after', HELP)
  const refuse = (problem: Diagnostic): void => {
    process.stderr.write(`${formatDiagnostic(problem)}\n`)
    finish(EXIT.usage)
  }
  withState(store.command('check'))
    .description('read every byte: database, records, trees and pictures against their checksums')
    .action(async ({ state, json }: StoreOptions) => {
      const view = await openView(state)
      if (!view.ok) return refuse(view.error)
      const { checkStore } = await import('../../adapters/store/site/check.js')
      const found = checkStore(view.value)
      view.value.close()
      if (json) write(JSON.stringify(found))
      else {
        write(
          `${found.runs} runs, ${found.episodes} episodes, ${found.trees} trees, ${found.pictures} pictures read`,
        )
        for (const problem of found.problems) write(`error: ${problem}`)
        if (found.problems.length === 0) write('all is well')
      }
      if (found.problems.length > 0) finish(EXIT.usage)
    })
  withState(store.command('show').argument('[run]', 'a run: its episodes'))
    .description('list the runs that are kept, or the episodes of one')
    .option('--limit <n>', 'of the newest runs', wholeNumber(1, 1_000_000), 20)
    .action(
      async (run: string | undefined, { state, json, limit }: StoreOptions & { readonly limit: number }) => {
        const view = await openView(state)
        if (!view.ok) return refuse(view.error)
        const reader = view.value
        if (run === undefined) {
          for (const row of reader.runs(limit)) write(json ? JSON.stringify(row) : runLine(row))
        } else {
          const known = reader.run(run)
          if (!known.ok) return refuse(known.error)
          for (const row of reader.episodes(run)) write(json ? JSON.stringify(row) : episodeLine(row))
        }
        const { databaseBytes, imageBytes, recordingBytes } = reader.usage()
        const mega = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
        tell(
          `database ${mega(databaseBytes)}, pictures ${mega(imageBytes)}, recordings ${mega(recordingBytes)}`,
        )
        reader.close()
      },
    )
  withState(
    store.command('export').argument('<run>', 'its key').argument('<dir>', 'the folder to write it into'),
  )
    .description('write a run as a run folder, for graft report, tap and data')
    .action(async (run: string, dir: string, { state, json }: StoreOptions) => {
      const view = await openView(state)
      if (!view.ok) return refuse(view.error)
      const { exportRun } = await import('../../adapters/store/site/export-run.js')
      const written = exportRun(view.value, run, resolve(dir))
      view.value.close()
      if (!written.ok) return refuse(written.error)
      const { folder, episodes, pictures, missing } = written.value
      write(json ? JSON.stringify(written.value) : folder)
      tell(
        `${episodes} episodes, ${pictures} pictures${missing === 0 ? '' : `, ${missing} pictures are lost`}`,
      )
      tell(`look at it:  graft report ${folder}`)
    })
  addPruneCommand(store, refuse)
}

const write = (text: string): void => void process.stdout.write(`${text}\n`)
const tell = (text: string): void => void process.stderr.write(`${text}\n`)

const HELP = `
Examples:
  graft store show                          the newest runs with their scores
  graft store show F1-s1-1a2b3c4d           the episodes of one of them
  graft store export F1-s1-1a2b3c4d runs    the same as a run folder, then: graft report runs/F1-s1-1a2b3c4d
  graft store check                         is everything still what it was when it was written?
  graft store prune --max-gib 5 --dry-run   what would go, oldest first

show, check and export only read, and may be used while the service runs. Looking at a store with another tool:
sqlite3 -readonly graft.db`
