import { resolve } from 'node:path'
import type { Command } from 'commander'
import { ownerOf } from '#adapters/files/owner.js'
import { formatDiagnostic, type Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { visibleInLine } from '#base/visible.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { wholeNumber } from '#app/command-line/options.js'
import { plural } from '#app/command-line/words.js'
import { addPruneCommand } from './prune-command.js'
import { episodesOf, runsOf } from './lines.js'
import { addStateOptions, type StateOptions, findStateAsOwner } from '#app/run-folder/state-folder.js'
import { lookAt } from './open-view.js'

/** `graft store`: inspects what the service has stored, also while it runs. */
export function addStoreCommand(program: Command, finish: (code: ExitCode) => void): void {
  const store = program
    .command('store')
    .description('show, check, export and prune what the service has stored')
    .addHelpText('after', HELP)
  const refuse = (problem: Diagnostic): void => {
    process.stderr.write(`${formatDiagnostic(problem)}\n`)
    finish(EXIT.usage)
  }
  addStateOptions(store.command('check'))
    .description('read everything and verify the checksums of database, records, trees and pictures')
    .addHelpText(
      'after',
      '\nExit codes: 0 all is well · 1 something is damaged or missing · 2 there is no store to read',
    )
    .action(check(refuse, finish))
  addStateOptions(store.command('show').argument('[run]', 'run whose episodes to list'))
    .description('list the stored runs, or the episodes of one')
    .option('--limit <n>', 'number of newest runs', wholeNumber(1, 1_000_000), 20)
    .action(show(refuse))
  addStateOptions(
    store.command('export').argument('<run>', 'run key').argument('<dir>', 'folder to write to'),
  )
    .description('export a run as a run folder, for graft report, tap and data')
    .action(exportInto(refuse))
  addPruneCommand(store, refuse)
  addSetAsideCommand(store, refuse)
}

const exportInto =
  (refuse: (problem: Diagnostic) => void) =>
  async (run: string, dir: string, { state, json }: StateOptions) => {
    const { exportRun } = await import('#adapters/store/site/export-run.js')
    const looked = await lookAt(state, (store) =>
      exported(() => exportRun(store, run, resolve(dir)), resolve(dir)),
    )
    if (!looked.ok) return refuse(looked.error)
    const written = looked.value
    if (!written.ok) return refuse(written.error)
    const { folder, episodes, pictures, missing } = written.value
    write(json ? JSON.stringify(written.value) : visibleInLine(folder))
    const lost = missing === 0 ? '' : `, ${plural(missing, 'picture')} lost`
    tell(`${plural(episodes, 'episode')}, ${plural(pictures, 'picture')}${lost}`)
    tell(`view it:  graft report ${visibleInLine(folder)}`)
  }

const show =
  (refuse: (problem: Diagnostic) => void) =>
  async (run: string | undefined, { state, json, limit }: StateOptions & { readonly limit: number }) => {
    const shown = await lookAt(state, (store) => ({
      lines: run === undefined ? ok(runsOf(store, limit, json)) : episodesOf(store, run, json),
      usage: store.usage(),
    }))
    if (!shown.ok) return refuse(shown.error)
    const { lines, usage } = shown.value
    if (!lines.ok) return refuse(lines.error)
    lines.value.forEach(write)
    const mega = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
    tell(
      `database ${mega(usage.databaseBytes)}, pictures ${mega(usage.imageBytes)}, recordings ` +
        `${mega(usage.recordingBytes)}`,
    )
  }

const check =
  (refuse: (problem: Diagnostic) => void, finish: (code: ExitCode) => void) =>
  async ({ state, json }: StateOptions) => {
    const { checkStore } = await import('#adapters/store/site/check.js')
    const checked = await lookAt(state, checkStore)
    if (!checked.ok) return refuse(checked.error)
    const found = checked.value
    if (json) write(JSON.stringify(found))
    else {
      write(
        [
          ...[plural(found.runs, 'run'), plural(found.episodes, 'episode'), plural(found.trees, 'tree')],
          ...[plural(found.pictures, 'picture'), `${plural(found.recordings, 'recording')} read`],
        ].join(', '),
      )
      if (found.unsealed > 0) write(`without a checksum yet: ${plural(found.unsealed, 'recording')}`)
      if (found.unnamed > 0) write(`of no episode, and kept: ${plural(found.unnamed, 'picture')}`)
      for (const problem of found.problems) write(`error: ${problem}`)
      if (found.problems.length === 0) write('all is well')
    }
    if (found.problems.length > 0) finish(EXIT.no)
  }

/** Turns a failed write into a diagnostic: an unwritable folder is not a bug. */
function exported<T>(action: () => Result<T, Diagnostic>, dir: string): Result<T, Diagnostic> {
  // only root can read a store owned by root, and root does not write to a path that others control
  const owner = ownerOf(dir)
  if (!owner.ok) return owner
  if (owner.value !== undefined) return err(ofOther(dir, owner.value.uid))
  try {
    return action()
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
    return err({
      code: 'store.export',
      severity: 'error',
      message: `the run cannot be written into ${dir}`,
      got: error.message,
      hint:
        'root reads a store and writes with the rights of its owner: give a folder that ' +
        'the owner may write to',
    })
  }
}

const ofOther = (dir: string, uid: number): Diagnostic => ({
  code: 'store.export',
  severity: 'error',
  message: `${dir} is under the control of another user`,
  expected: 'a folder of the owner of the store',
  got: `user ${uid}`,
  hint: 'write it to a folder of your own, then hand that over (chown -R)',
})

const write = (text: string): void => void process.stdout.write(`${text}\n`)
const tell = (text: string): void => void process.stderr.write(`${text}\n`)

const HELP = `
Examples:
  graft store show                          the newest runs with their scores
  graft store show F1-s1-1a2b3c4d           the episodes of one of them
  graft store export F1-s1-1a2b3c4d runs    the same as a run folder, then: graft report runs/F1-s1-1a2b3c4d
  graft store check                         check that nothing has changed since it was written
  graft store prune --max-gib 5 --dry-run   what would be deleted, oldest first
  graft store set-aside                     move an unusable store aside; the next start creates a new one

show, check and export are read-only, and safe while the service runs. To inspect a store with another tool:
sqlite3 -readonly graft.db`

/** `graft store set-aside`: the last resort when a store is unusable and there is no copy. */
export function addSetAsideCommand(store: Command, refuse: (problem: Diagnostic) => void): void {
  addStateOptions(store.command('set-aside'))
    .description('move an unusable store to a separate folder; the next start creates a new one')
    .action(async ({ state, json }: StateOptions) => {
      const { setAside } = await import('#adapters/store/site/folder/set-aside.js')
      const place = await findStateAsOwner(state)
      if (!place.ok) return refuse(place.error)
      const put = setAside(place.value, Date.now())
      if (!put.ok) return refuse(put.error)
      const { folder, moved } = put.value
      process.stdout.write(`${json ? JSON.stringify(put.value) : visibleInLine(folder)}\n`)
      process.stderr.write(`${moved.join(', ')}: nothing of it was changed or removed\n`)
    })
}
