import type { Diagnostic } from '#base/diagnostic.js'
import type { Answer } from './writer/jobs.js'

/** Describes data that could not be written to the open store. */
export const notWritten = (what: string, failure: Extract<Answer, { ok: false }>): Diagnostic => ({
  code: isNoRoom(failure.code) ? 'store.full' : 'store.not-written',
  severity: 'error',
  message: `${what} could not be written to the store`,
  got: `${failure.code}: ${failure.message}`,
  hint: isNoRoom(failure.code)
    ? 'free space on the disk; what is kept in memory is written with the next episode'
    : 'check the disk and who owns the folder; what is kept in memory is written with the next episode',
})

export const noRun = (key: string): Diagnostic => ({
  code: 'store.no-run',
  severity: 'error',
  message: `there is no run ${key} in the store`,
  hint: 'graft store show lists the runs',
})

export const underWay = (key: string): Diagnostic => ({
  code: 'store.under-way',
  severity: 'error',
  message: `run ${key} is in progress`,
  hint: 'stop it first',
})

export const noEpisode = (run: string, episode: number): Diagnostic => ({
  code: 'store.no-episode',
  severity: 'error',
  message: `run ${run} has no episode ${episode}`,
  hint: `graft store show ${run} lists its episodes`,
})

export const damagedEpisode = (run: string, episode: number): Diagnostic => ({
  code: 'store.damaged-episode',
  severity: 'error',
  message: `the record of episode ${episode} of run ${run} has changed on the disk`,
  expected: 'a record with the right CRC-32C',
  got: 'a record with a wrong CRC-32C',
  hint: 'check the disk; restore the store from a copy',
})

export const inUse = (file: string, pid: number): Diagnostic => ({
  code: 'store.in-use',
  severity: 'error',
  message: `the store is in use by process ${pid}`,
  got: file,
  hint: `most likely the service: stop it first (systemctl stop graft), or use graft console`,
})

export const noTree = (hash: string): Diagnostic => ({
  code: 'store.no-tree',
  severity: 'error',
  message: `there is no tree ${hash} in the store`,
  hint: 'give the whole hash, or at least its first 8 digits if no other tree begins with them',
})

export const changedTree = (hash: string, is: string): Diagnostic => ({
  code: 'store.changed-tree',
  severity: 'error',
  message: `the stored tree ${hash} is no longer the tree of that hash`,
  expected: `a text whose SHA-256 is ${hash}`,
  got: is,
  hint: 'it will not be run; check the disk, or restore the store from a copy',
})

export const noRoomForRun = (freeBytes: number, fullBytes: number): Diagnostic => ({
  code: 'store.no-room',
  severity: 'error',
  message: 'too little space is free on the disk of the store: no new run can start',
  expected: `at least store.fullMiB, ${mega(fullBytes)} MiB`,
  got: `${mega(freeBytes)} MiB`,
  hint: 'free space on the disk, or lower store.maxGiB and run graft store prune',
})

export const noAlarm = (id: string): Diagnostic => ({
  code: 'store.no-alarm',
  severity: 'error',
  message: `there is no alarm ${id}`,
  hint: 'alarm list shows their ids',
})

export const noReport = (run: string, episode: number, reports: number): Diagnostic => ({
  code: 'store.no-report',
  severity: 'error',
  message: `episode ${episode} of run ${run} has ${reports} reports, counted from 0`,
  hint: 'episode show lists them in their order',
})

/** Does this error code of the disk or of SQLite mean that the disk is full? */
export const isNoRoom = (code: string): boolean => ['SQLITE_FULL', 'ENOSPC', 'EDQUOT'].includes(code)
const mega = (bytes: number): string => (bytes / 1024 / 1024).toFixed(0)
