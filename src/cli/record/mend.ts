import { stat } from 'node:fs/promises'
import { repairFolder, repairMcap, type FolderRepair, type RepairFailure } from '#adapters/mcap/repair.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { visibleInLine } from '#base/visible.js'
import type { Io } from '#terminal/io.js'
import { actAsOwnerOf } from '#app/run-folder/state-folder.js'
import { plural } from '#app/command-line/words.js'

/** ms; an active recording is written at least twice per second */
const STILL_MS = 5000

/** Repairs files and folders. @returns what could not be repaired */
export async function repairPaths(
  paths: readonly string[],
  { force, json }: { readonly force: boolean; readonly json: boolean },
  io: Io,
): Promise<readonly Diagnostic[]> {
  const as = actAsOwnerOf(...paths)
  if (!as.ok) return [as.error]
  const problems: Diagnostic[] = []
  for (const path of paths) {
    const found = await stat(path).catch(() => undefined)
    if (found === undefined) {
      problems.push({ code: 'record.missing', severity: 'error', message: `there is no ${path}` })
      continue
    }
    if (!force && !found.isDirectory() && Date.now() - found.mtimeMs < STILL_MS) {
      problems.push(stillWritten(path))
      continue
    }
    const done = found.isDirectory() ? await repairFolder(path) : [{ path, result: await repairMcap(path) }]
    for (const each of done) {
      if (!each.result.ok) problems.push(failure(each.result.error))
      else
        io.out.write(
          json ? `${JSON.stringify({ path: each.path, ...each.result.value })}\n` : `${line(each)}\n`,
        )
    }
    if (done.length === 0 && !json) io.out.write(`${visibleInLine(path)}: nothing to repair\n`)
  }
  return problems
}

function line({ path: file, result }: FolderRepair): string {
  const path = visibleInLine(file)
  if (!result.ok) return path
  const { value } = result
  return value.kind === 'whole'
    ? `${path}: already complete`
    : `${path}: repaired, ${plural(value.messages, 'message')} in ${plural(value.chunks, 'chunk')}` +
        (value.dropped === 0 ? ', index rebuilt' : `, ${plural(value.dropped, 'byte')} of torn tail dropped`)
}

const stillWritten = (path: string): Diagnostic => ({
  code: 'record.in-use',
  severity: 'error',
  message: `${path} was written to less than ${STILL_MS / 1000} s ago`,
  hint: 'stop the service that records it, or copy the file; --force repairs it anyway',
})

function failure(error: RepairFailure): Diagnostic {
  const head = { severity: 'error', message: `${error.path} cannot be repaired` } as const
  switch (error.kind) {
    case 'not-mcap':
      return { ...head, code: 'record.not-mcap', expected: 'an MCAP file', got: 'a different header' }
    case 'foreign':
      return {
        ...head,
        code: 'record.foreign',
        expected: 'a recording of graft',
        got: error.what,
        hint: 'use the official MCAP tool: mcap recover',
      }
    case 'damaged':
      return {
        ...head,
        code: 'record.damaged',
        message: `${error.path} is damaged, and was left as it is`,
        expected: 'the bytes that its writer has written',
        got: error.what,
        hint: 'restore it from a copy; what can still be read: the official MCAP tool, mcap recover',
      }
    case 'disk':
      return { ...head, code: 'record.disk', got: error.text }
  }
}
