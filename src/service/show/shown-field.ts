import type { FieldMap } from '#base/field-map.js'
import { beliefsOf } from '#runtime/field/beliefs.js'
import type { FieldEpisode } from '#runtime/field/prepare.js'
import { linkReport } from '#runtime/link/link-watch.js'
import type { ShownEpisode } from './shown-episode.js'

/** An episode of the base on a field, as the service shows it. */
export const shownField = (parts: FieldEpisode, map: FieldMap): ShownEpisode => {
  const { session, link, robot, body } = parts
  return {
    parts,
    camera: body.camera,
    facts: () => beliefsOf(robot.state(), map),
    link: (device) => linkReport(session, link, device),
    silentMs: () => session.silentMs,
    pose: () => {
      const { x, y, theta } = robot.state().robot.pose
      // before it is armed, the controller has not been told its pose
      return Number.isFinite(x + y + theta) ? { x, y, theta } : undefined
    },
    scene: { field: map, belief: () => robot.state() },
    resetScene: () => robot.sceneReset(),
  }
}
