import { plural } from '#app/command-line/words.js'
import type { HealthRow } from '#runtime/health/health.js'
import type { DiskStatus } from '#runtime/status/service-status.js'
import type { Picture, StatusPublisher } from '#runtime/status/status-publisher.js'
import type { FfmpegCamera } from '#adapters/camera/ffmpeg-camera.js'
import type { Recorder } from './recording/recorder.js'
import type { Parts } from './parts.js'
import { Quality } from './quality.js'
import type { HealthReporter } from './health-reporter.js'
import { countAlarms } from './show/shown-alarms.js'

/** between the event loop's heartbeats and health table updates, ms */
const BEAT_MS = 200
/** between two checks of free space and retention, ms */
const DISK_MS = 10_000
/** most entries that retention removes in one pass, so that people notice before everything is gone */
const MAX_PRUNED = 100
/** between two pictures of a real camera for viewers, ms */
const PICTURE_MS = 500
/** after this age the simulated camera counts as off; it captures about once a second while a robot is in use, ms */
const SIMULATED_MS = 5000

/** Starts the periodic checks of a running service. @returns a function that ends them */
export function startHousekeeping(parts: Parts): () => void {
  const { statusPublisher, healthReporter, recorder, camera, pictures, access } = parts
  const quality = new Quality(parts)
  const publishHealth = healthEvents(parts)
  const beat = setInterval(() => {
    healthReporter.beat('loop')
    quality.update()
    access?.checkSilence()
    if (recorder !== undefined) reportRecorder(recorder, healthReporter)
    if (camera !== undefined) reportCamera(camera, healthReporter, statusPublisher)
    else if (statusPublisher.status().robot.body === 'virtual')
      reportSimulatedCamera(healthReporter, statusPublisher)
    const health = healthReporter.health.table()
    statusPublisher.set({ health })
    publishHealth(health)
  }, BEAT_MS)
  const checkDisk = diskChecker(parts)
  checkDisk()
  const disk = setInterval(checkDisk, DISK_MS)
  const stopPictures = camera?.onPicture(rateLimited(PICTURE_MS, (picture) => pictures.show(picture)))
  return () => {
    stopPictures?.()
    clearInterval(beat)
    clearInterval(disk)
  }
}

function reportCamera(
  camera: FfmpegCamera,
  healthReporter: HealthReporter,
  statusPublisher: StatusPublisher,
): void {
  const report = camera.report()
  statusPublisher.set({ camera: report })
  if (report.state === 'ok') healthReporter.beat('camera', plural(report.frames, 'picture'))
  else healthReporter.fail('camera', report.text)
}

/** The virtual robot's own camera captures only on request. */
export function reportSimulatedCamera(
  healthReporter: Pick<HealthReporter, 'beat' | 'off'>,
  statusPublisher: StatusPublisher,
): void {
  const { camera, at } = statusPublisher.status()
  const picture = statusPublisher.picture()
  if (picture === undefined) return
  const ageMs = Math.max(0, at - picture.at)
  const state = ageMs < SIMULATED_MS ? 'ok' : 'off'
  const frames = camera.frames + (ageMs < BEAT_MS ? 1 : 0)
  statusPublisher.set({ camera: { ...camera, source: 'simulated', state, ageMs, frames } })
  if (state === 'ok') healthReporter.beat('camera', plural(frames, 'picture'))
  else healthReporter.off('camera')
}

/** Passes on the first picture of every period, by the pictures' own times. */
function rateLimited(period: number, show: (picture: Picture) => void): (picture: Picture) => void {
  let shown = -Infinity
  return (picture) => {
    if (picture.at - shown < period) return
    shown = picture.at
    show(picture)
  }
}

function reportRecorder({ status }: Recorder, healthReporter: HealthReporter): void {
  switch (status.kind) {
    case 'idle':
      return healthReporter.off('recorder')
    case 'recording':
      return healthReporter.beat('recorder', status.leftOut === 0 ? '' : `${status.leftOut} messages dropped`)
    case 'paused':
      return healthReporter.off('recorder', status.why)
    case 'broken':
      return healthReporter.fail('recorder', status.text)
  }
}

const mebibytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(0)

/** Reports every row of the health table whose state has changed. */
function healthEvents({
  statusPublisher,
  policies,
  inProgress,
}: Parts): (health: readonly HealthRow[]) => void {
  const shown = new Map<string, HealthRow['state']>()
  return (health) => {
    for (const row of health) {
      if (shown.get(row.id) === row.state) continue
      // a row that is off at the start is not worth reporting
      if (shown.has(row.id) || row.state !== 'off') statusPublisher.publish({ kind: 'health', row })
      shown.set(row.id, row.state)
      // the watchdog restarts the service unless this recovers: the tree that is running now gets the blame
      const bad = row.state === 'late' || row.state === 'failed'
      if (bad && row.critical && inProgress.episode !== undefined)
        void policies.healthFailure(inProgress.task.id, `${row.id} is ${row.state}: ${row.text}`)
    }
  }
}

/** What the free space means: a disk that counts as full still has some, which is kept for the running episode. */
const MEANING: Readonly<Record<DiskStatus['state'], string>> = {
  ok: 'enough: recording goes on with the next episode',
  low: 'less than store.lowMiB: recording has stopped, driving goes on',
  full: 'less than store.fullMiB: recording has stopped, and no new run can start',
}

/** The alarm of the disk: how much is free, which limit that is below, and what stops. */
export const diskText = ({ freeBytes, state }: DiskStatus): string =>
  `${mebibytes(freeBytes)} MiB are free on the disk of the store, ${MEANING[state]}`

/** Checks the disk and makes room on it; counts the alarms in the store, of which retention may remove some. */
function diskChecker({ statusPublisher, store, recorder }: Parts): () => void {
  let pruning = false
  let before: DiskStatus['state'] = 'ok'
  return () => {
    const disk = store.disk()
    statusPublisher.set({ disk })
    countAlarms(statusPublisher, store)
    if (disk.state !== before) {
      const text = diskText(disk)
      statusPublisher.publish({
        kind: 'log',
        level: disk.state === 'ok' ? 'info' : 'error',
        source: 'disk',
        text,
      })
      // recording stops before driving does
      if (disk.state === 'ok') recorder?.resume()
      else recorder?.pause(text)
      before = disk.state
    }
    if (pruning) return
    pruning = true
    void store.prune(MAX_PRUNED).then((pruned) => {
      pruning = false
      if (pruned.ok && pruned.value.length === 0) return
      const text = pruned.ok
        ? `retention removed ${pruned.value.length} items, oldest first`
        : pruned.error.message
      statusPublisher.publish({ kind: 'log', level: pruned.ok ? 'info' : 'error', source: 'store', text })
    })
  }
}
