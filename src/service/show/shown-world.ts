import type { WorldEpisode } from '#runtime/world/prepare.js'
import type { Fact } from '#runtime/status/service-status.js'
import type { WorldMap } from '#worlds/map/world-map.js'
import { wordOf, type Fluents } from '#worlds/value.js'
import type { ShownEpisode } from './shown-episode.js'

/** An episode in a world described by data, as the service shows it. @param map of the world, if it has one */
export const shownWorld = (parts: WorldEpisode, map: WorldMap | undefined): ShownEpisode => {
  const { line, link, robot, camera } = parts
  return {
    parts,
    camera,
    ...shownLine({ line, link, robot }),
    silentMs: () => line.silentMs,
    pose: () => undefined,
    ...(map !== undefined && { scene: { map, facts: () => robot.belief().facts } }),
    resetScene: () => robot.sceneReset(),
  }
}

/** What people see of a robot behind a driver, in an episode or driven by hand. */
export const shownLine = ({
  line,
  link,
  robot,
}: Pick<WorldEpisode, 'line' | 'link' | 'robot'>): Pick<ShownEpisode, 'facts' | 'link'> => ({
  facts: () => beliefLines(robot.belief().facts),
  link: (device) => ({
    status: line.status,
    device,
    silentMs: line.silentMs ?? null,
    counters: null,
    controller: null,
    degraded: link.degraded,
    last: link.last?.text ?? '',
  }),
})

/** facts shown at once; a status of many more would be read by nobody */
const MAX_LINES = 200

/** What is believed, a line for each fact; what is simply false comes last. */
function beliefLines(facts: Fluents): readonly Fact[] {
  const entries = [...facts]
  const isFalse = ([, value]: (typeof entries)[number]): boolean => value === false
  const all = [...entries.filter((each) => !isFalse(each)), ...entries.filter(isFalse)]
  const lines = all.slice(0, MAX_LINES).map(([subject, value]) => ({ subject, text: wordOf(value) }))
  const left = all.length - lines.length
  return left === 0 ? lines : [...lines, { subject: 'more', text: `${left} further facts` }]
}
