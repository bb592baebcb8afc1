import type { FieldMap, Mask, ZoneId } from '#base/field-map.js'
import type { Result } from '#base/result.js'
import type { NodePath } from '#bt/document.js'
import type { MotionCommand, WorldState } from '#twin/world.js'
import type { Progress } from '../actuation.js'
import type { FeedbackKind } from '../feedback.js'
import type { GateRefusal } from '../gate.js'

/** What a skill needs of the robot. There is one body: an action that finds it at work waits for its turn. */
export interface SkillHost {
  readonly map: FieldMap
  state(): WorldState
  /** an actuation is under way, or the robot is still coming to a stand after a stop */
  busy(): boolean
  begin(command: MotionCommand, path: NodePath): Result<null, GateRefusal>
  /** of the actuation that was begun last */
  progress(): Progress
  /** stops the robot and gives the actuation up */
  abort(): void
  feedback(path: NodePath, skill: string, kind: FeedbackKind, text: string): void
  /** a camera has read the faces of a load zone */
  believeFaces(zone: ZoneId, orange: Mask): void
}
