import { must } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import { parseTree } from '#bt/xml/parse.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { projectFile } from '#documents/read-text-file.js'
import { chooseFields } from '#config/field/choose-fields.js'
import { silentCritic } from '#lab/scripted/silent-critic.js'
import { readLibrary, readPolicy, robotSubtrees } from '#app/policy.js'

/** The robot's node library and the shipped trees, read once. */
export const library = readLibrary()

/** The whole mission on F1: shelf, four trips, home; each part tried twice. */
export const MISSION = must(readPolicy(projectFile('bt/reference/best-F1.xml'), library), 'the plan of F1')

/** The first policy of every run: one trip. */
export const FIRST_POLICY = must(readPolicy(projectFile('bt/initial.xml'), library), 'bt/initial.xml')

/** A tree around this XML, with the robot's subtrees at hand. */
export function treeOf(body: string): TreeDoc {
  const text = `<root BTCPP_format="4"><BehaviorTree ID="Main">${body}</BehaviorTree></root>`
  return must(
    parseTree(text, { file: 'fault bench', library, include: robotSubtrees(library) }),
    'a bench tree',
  )
}

/** One trip with a turn of two blocks on the way, tried twice, then home. */
export const TURNING_TRIP = treeOf(
  '<Sequence><RetryUntilSuccessful num_attempts="2"><Sequence><MoveToZone zone="1"/><LoadBlocks/>' +
    '<RotateBlocks mask="0110"/><MoveToZone zone="2"/><UnloadBlocks/></Sequence></RetryUntilSuccessful>' +
    '<RetryUntilSuccessful num_attempts="2"><MoveToHome/></RetryUntilSuccessful></Sequence>',
)

/**
 * Not a critic: it stands in for one where a class of faults is about line, robot or process, and no picture is looked
 * at.
 */
export const STAND_IN_CRITIC = silentCritic({
  c: 1,
  summary: 'the fault bench asks nobody here',
  model: 'stand-in of the fault bench',
})

const fields = new Map<string, FieldSetup>()

export async function field(id: string): Promise<FieldSetup> {
  const known = fields.get(id)
  if (known !== undefined) return known
  const [setup] = must(await chooseFields({ field: id }), `field ${id}`)
  if (setup === undefined) throw new RangeError(`there is no field ${id}`)
  fields.set(id, setup)
  return setup
}
