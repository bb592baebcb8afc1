import type { FieldMap } from '#base/field-map.js'
import type { Camera } from '#learning/ports.js'
import type { EpisodeParts } from '#runtime/episode.js'
import { beliefsOf } from '#runtime/field/beliefs.js'
import type { FieldEpisode } from '#runtime/field/prepare.js'
import { linkReport } from '#runtime/link/link-watch.js'
import type { Fact, LinkReport } from '#runtime/status/service-status.js'
import type { WorldState } from '#twin/field/world.js'
import type { WorldMap } from '#worlds/map/world-map.js'
import type { Fluents } from '#worlds/value.js'
import type { RunHost } from '#app/learn-run.js'
import type { RunView } from '#app/view.js'

/** An episode as the service shows it to people, whatever its robot and its world. */
export interface ShownEpisode {
  readonly parts: EpisodeParts
  readonly camera: Pick<Camera, 'capture'>
  /** what the twin believes, in words */
  facts(): readonly Fact[]
  /** @param device that the robot answers on; null: none */
  link(device: string | null): LinkReport
  /** how long the robot's end has been silent, ms; undefined before its first sign */
  silentMs(): number | undefined
  /** metres and radians, on the map of the world; undefined where it is not known */
  pose(): { readonly x: number; readonly y: number; readonly theta: number } | undefined
  /** what the 3D view of a recording draws, and the map of the page in a world that has one */
  readonly scene?: ShownField | ShownMap
  /** Pulls the cable of a virtual robot; absent where there is none. */
  unplug?(): void
  /** Somebody has restored the scene: the twin believes it as it was at the start. */
  resetScene(): void
}

/** A field, and what the twin believes of it. */
interface ShownField {
  readonly field: FieldMap
  readonly belief: () => WorldState
}

/** The map of a world, and what the twin believes. */
export interface ShownMap {
  readonly map: WorldMap
  readonly facts: () => Fluents
}

/** An episode of the base on a field, as the service shows it. */
export const shownField = (parts: FieldEpisode, map: FieldMap): ShownEpisode => {
  const { session, link, robot, body } = parts
  return {
    parts,
    camera: body.camera,
    facts: () => beliefsOf(robot.state(), map, session.status !== 'lost'),
    link: (device) => linkReport(session, link, device),
    silentMs: () => session.silentMs,
    pose: () => {
      const { x, y, theta } = robot.state().robot.pose
      // before it is armed, the controller has not been told its pose
      return Number.isFinite(x + y + theta) ? { x, y, theta } : undefined
    },
    scene: { field: map, belief: () => robot.state() },
    // the cable alone: whoever closes the body has no robot any more, and reports none
    unplug: () => body.stream.close(),
    resetScene: () => robot.sceneReset(),
  }
}

/** Who follows the episodes of a run for the service: status, recorder, policy, health, Groot2. */
export interface RunMonitor {
  readonly statusReporter: RunView
  /** called once per turn of the reflex loop, in every phase */
  beat(): void
  /** no robot is in use any more: no heartbeats are due until the next one */
  idle(): void
  /** What a run asks of its host. @param shown how the service shows an episode of this world */
  host<P extends EpisodeParts>(shown: (parts: P) => ShownEpisode): RunHost<P>
}
