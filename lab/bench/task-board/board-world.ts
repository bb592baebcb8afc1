import { must } from '#base/result.js'
import { parse, stringify } from 'yaml'
import type { DataDomain } from '#worlds/assemble.js'
import { parseDomainText } from '#worlds/files/domain-text.js'

/** How often skills fail, 0 to 1. */
export interface BoardFaults {
  /** per press: the button is not pressed far enough */
  readonly press: number
  /** per grasp: the gripper closes beside the tool */
  readonly grasp: number
  /** per plug: it does not go in, and slips out of the gripper onto the bench */
  readonly plug: number
}

/** The task board with its failures, which the robot knows of. */
export function boardWorld(text: string, { press, grasp, plug }: BoardFaults): DataDomain {
  const world = parse(text) as { skills: Record<string, { fails?: unknown[] }> }
  const { PressButton, Grasp, Plug } = world.skills
  if (PressButton !== undefined && press > 0)
    PressButton.fails = [{ text: 'the button is not pressed far enough', chance: press, effect: [] }]
  if (Grasp !== undefined && grasp > 0)
    Grasp.fails = [{ text: 'the gripper closes beside it', chance: grasp, effect: [] }]
  if (Plug !== undefined && plug > 0)
    Plug.fails = [
      {
        text: 'it does not go in, and slips onto the bench',
        chance: plug,
        effect: ['grasped(?tool) := none', 'location(?tool) := bench'],
      },
    ]
  return must(parseDomainText(stringify(world), 'world.yaml'), 'the task board with its failures')
}
