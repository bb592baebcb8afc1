import type { SiteStore } from '../../adapters/store/site/site-store.js'
import type { HealthRow } from '../../runtime/health/health.js'
import type { DiskStatus } from '../../runtime/station/snapshot.js'
import type { Timing } from '../../runtime/timing/timing.js'
import type { Picture, Station } from '../../runtime/station/station.js'
import type { FfmpegCamera } from '../../adapters/camera/ffmpeg-camera.js'
import type { Recorder } from '../record/recorder.js'
import type { AccessWatch } from './motion/access-guard.js'
import type { Hand } from './parts.js'
import type { Policies } from './policies.js'
import type { PictureDesk } from './show/pictures.js'
import { Quality } from './quality.js'
import type { Signs } from './signs.js'

/** for the event loop's own sign of life and the health table, ms */
const BEAT_MS = 200
/** a statfs and a look at what is too much, ms */
const DISK_MS = 10_000
/** things that retention removes in one look, so that people see it before all is gone */
const MOST_A_ROUND = 100
/** of a real camera, for those who look on, ms */
const PICTURE_MS = 500
/** the simulated camera is looked through about once a second while a robot is in hand, ms */
const SIMULATED_MS = 5000

/** What has to be looked at again and again while the service runs. @returns ends it */
export function goRounds(parts: {
  readonly station: Station
  readonly signs: Signs
  readonly store: SiteStore
  readonly recorder: Recorder | undefined
  readonly camera: FfmpegCamera | undefined
  readonly pictures: PictureDesk
  readonly policies: Policies
  readonly hand: Hand
  readonly access: AccessWatch | undefined
  readonly timing: Timing
  readonly now: () => number
}): () => void {
  const { station, signs, store, recorder, camera, pictures, policies, hand, access } = parts
  const quality = new Quality(parts)
  const shown = new Map<string, HealthRow['state']>()
  const beat = setInterval(() => {
    signs.beat('loop')
    quality.look()
    access?.look()
    if (recorder !== undefined) record(recorder, signs)
    if (camera !== undefined) watch(camera, signs, station)
    else if (station.snapshot().robot.body === 'virtual') simulated(station)
    const health = signs.health.table()
    station.set({ health })
    for (const row of health) {
      if (shown.get(row.id) === row.state) continue
      // what is off at the start is no news
      if (shown.has(row.id) || row.state !== 'off') station.tell({ kind: 'health', row })
      shown.set(row.id, row.state)
      // the watchdog restarts the service when this does not recover: the tree that runs now is to blame
      const { field } = hand
      const bad = row.state === 'late' || row.state === 'failed'
      if (bad && row.critical && hand.episode !== undefined && field !== undefined)
        void policies.healthFailure(field.id, `${row.id} is ${row.state}: ${row.text}`)
    }
  }, BEAT_MS)
  let pruning = false
  let before: DiskStatus['state'] = 'ok'
  const look = (): void => {
    const disk = store.disk()
    station.set({ disk })
    if (disk.state !== before) {
      const text = `the disk is ${disk.state}: ${mebi(disk.freeBytes)} MiB free`
      station.tell({ kind: 'log', level: disk.state === 'ok' ? 'info' : 'error', source: 'disk', text })
      // recordings stop before driving does
      if (disk.state === 'ok') recorder?.resume()
      else recorder?.pause(text)
      before = disk.state
    }
    if (pruning) return
    pruning = true
    void store.prune(MOST_A_ROUND).then((pruned) => {
      pruning = false
      if (pruned.ok && pruned.value.length === 0) return
      const text = pruned.ok
        ? `retention removed ${pruned.value.length} things, oldest first`
        : pruned.error.message
      station.tell({ kind: 'log', level: pruned.ok ? 'info' : 'error', source: 'store', text })
    })
  }
  look()
  const disk = setInterval(look, DISK_MS)
  const seen = camera?.onPicture(atMost(PICTURE_MS, (picture) => pictures.show(picture)))
  return () => {
    seen?.()
    clearInterval(beat)
    clearInterval(disk)
  }
}

function watch(camera: FfmpegCamera, signs: Signs, station: Station): void {
  const report = camera.report()
  station.set({ camera: report })
  if (report.state === 'ok') signs.beat('camera', `${report.frames} pictures`)
  else signs.fail('camera', report.text)
}

/** The virtual robot's own camera gives a picture when somebody wants one. */
function simulated(station: Station): void {
  const { camera, at } = station.snapshot()
  const picture = station.picture()
  if (picture === undefined) return
  const ageMs = Math.max(0, at - picture.at)
  const state = ageMs < SIMULATED_MS ? 'ok' : 'off'
  const frames = camera.frames + (ageMs < BEAT_MS ? 1 : 0)
  station.set({ camera: { ...camera, source: 'simulated', state, ageMs, frames } })
}

/** The first of every period, by the pictures' own times. */
function atMost(period: number, show: (picture: Picture) => void): (picture: Picture) => void {
  let shown = -Infinity
  return (picture) => {
    if (picture.at - shown < period) return
    shown = picture.at
    show(picture)
  }
}

function record({ status }: Recorder, signs: Signs): void {
  switch (status.kind) {
    case 'idle':
      return signs.off('recorder')
    case 'recording':
      return signs.beat('recorder', status.leftOut === 0 ? '' : `${status.leftOut} messages left out`)
    case 'paused':
      return signs.off('recorder', status.why)
    case 'broken':
      return signs.fail('recorder', status.text)
  }
}

const mebi = (bytes: number): string => (bytes / 1024 / 1024).toFixed(0)
