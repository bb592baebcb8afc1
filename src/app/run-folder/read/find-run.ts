import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'

/** Finds the folder of a run: a folder, or an id below `root`, of which the beginning is enough if no other has it. */
export function findRun(root: string, run: string): Result<string, Diagnostic> {
  const places = [run, join(root, run)]
  const folder = places.find((place) => isEntry(join(place, 'run.json')))
  if (folder !== undefined) return ok(folder)
  const begun = run === '' || places.some(isEntry) ? [] : runsIn(root).filter((id) => id.startsWith(run))
  const [only, ...others] = begun
  return only === undefined || others.length > 0
    ? err(unknownRun(root, run, { places, begun }))
    : ok(join(root, only))
}

/** Says what is there instead of a run. */
function unknownRun(
  root: string,
  run: string,
  { places, begun }: { readonly places: readonly string[]; readonly begun: readonly string[] },
): Diagnostic {
  const base = { code: 'run.unknown', severity: 'error' } as const
  const expected = 'the id of a run, or its folder: the one with run.json'
  const there = places.find((place) => isEntry(place))
  if (there === undefined)
    return {
      ...base,
      ...(begun.length === 0
        ? {
            message: `there is no run ${run} in ${root}`,
            expected,
            hint: 'give its id or its folder; a run of the service becomes a folder with graft store export',
          }
        : {
            message: `several runs in ${root} begin with ${run}`,
            expected,
            got: `the beginning of ${begun.length} runs: ${begun.slice(0, 5).join(', ')}`,
            hint: 'give more of its id',
          }),
    }
  const wrong = (got: string, hint: string): Diagnostic => ({
    ...base,
    message: `${there} is not a run`,
    expected,
    got,
    hint,
  })
  const stat = existsSync(there) ? statSync(there) : undefined
  if (stat === undefined)
    return wrong('a link to nothing', 'mend the link, or give the folder that it should lead to')
  if (!stat.isDirectory())
    return wrong(stat.isFile() ? 'a file' : 'a device, pipe or socket', 'give the folder of the run')
  const [first, ...more] = runsIn(there)
  if (first === undefined)
    return wrong('a folder without run.json', 'give another folder, or restore its run.json')
  const count = more.length === 0 ? 'one run' : `${more.length + 1} runs`
  return wrong(`a folder with ${count} in it`, `name a run in it: ${join(there, first)}`)
}

function runsIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => isEntry(join(folder, name, 'run.json')))
      .sort()
  } catch {
    return []
  }
}

/** Whether anything is at this path, even a link to nothing: that is a damaged run rather than none. */
function isEntry(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}
