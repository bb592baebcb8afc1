import { didYouMean } from '#base/diagnostic.js'
import { CAMERA } from './classes/camera.js'
import { LINK_CUTS } from './classes/link-cuts.js'
import { LINK_NOISE } from './classes/link-noise.js'
import { MODEL_ACTOR } from './classes/model-actor.js'
import { MODEL_CRITIC } from './classes/model-critic.js'
import { MODEL_FILES } from './classes/model-files.js'
import { OPERATOR_ARMING } from './classes/operator-arming.js'
import { OPERATOR_FILES } from './classes/operator-files.js'
import { OPERATOR_HOSTILE_VIEWER } from './classes/operator-hostile-viewer.js'
import { OPERATOR_AT_THE_ROBOT } from './classes/operator.js'
import { PROCESS } from './classes/process.js'
import { ROBOT_BASE } from './classes/robot/base.js'
import { ROBOT_GRIPPER } from './classes/robot/gripper.js'
import { ROBOT_WHEELS } from './classes/robot/wheels.js'
import { STORAGE_DISK } from './classes/storage-disk.js'
import { STORAGE_FOLDER } from './classes/storage-folder.js'
import { STORAGE_SITE } from './classes/storage-site.js'
import { TABLETOP } from './classes/tabletop/tabletop.js'
import { TIME } from './classes/time.js'
import { GROUPS, type FaultClass, type Group } from './fault-class.js'

/**
 * The one table of fault classes: what `graft faults` runs, what the tests run and what `docs/FAULTS.md` is
 * made of.
 */
export const CATALOGUE: readonly FaultClass[] = [
  ...LINK_NOISE,
  ...LINK_CUTS,
  ...ROBOT_GRIPPER,
  ...ROBOT_BASE,
  ...ROBOT_WHEELS,
  ...CAMERA,
  ...MODEL_CRITIC,
  ...MODEL_ACTOR,
  ...MODEL_FILES,
  ...STORAGE_DISK,
  ...STORAGE_FOLDER,
  ...STORAGE_SITE,
  ...PROCESS,
  ...TIME,
  ...OPERATOR_AT_THE_ROBOT,
  ...OPERATOR_ARMING,
  ...OPERATOR_HOSTILE_VIEWER,
  ...OPERATOR_FILES,
  ...TABLETOP,
]

export const classesOf = (group: Group): readonly FaultClass[] =>
  CATALOGUE.filter((each) => each.group === group)

export const isGroup = (text: string): text is Group => Object.hasOwn(GROUPS, text)

/** The class of this id, or the nearest id that there is. */
export function findClass(id: string): FaultClass | { readonly near: string | undefined } {
  const ids = CATALOGUE.map((each) => each.id)
  return CATALOGUE.find((each) => each.id === id) ?? { near: didYouMean(id, ids) }
}
