import { RULES } from './judge.js'
import type { Predicate } from './predicates.js'
import type { CommandKind } from './rules/rule.js'
import type { DomainRules } from '../domain/rules.js'

/** Sentences that describe the effect of a command on the robot's field; the rules hold those of its checks. */
interface Sentences {
  readonly text: string
  readonly askedBy: readonly string[]
  readonly effect: readonly string[]
  /** keyed by the kinds of predicates that the rule expects */
  readonly expected: Readonly<Partial<Record<Predicate['kind'], string>>>
}

const SENTENCES: Readonly<Record<CommandKind, Sentences>> = {
  move: {
    text: 'drive to a place and stop at its dock',
    askedBy: ['MoveToZone', 'MoveToHome', 'MoveCursor'],
    effect: ['the robot is at the place and stands still'],
    expected: { at: 'the robot is at the place', standing: 'the robot stands still' },
  },
  grip: {
    text: 'lower the gripper, grip the blocks under the cups of the mask, and lift them',
    askedBy: ['LoadBlocks'],
    effect: [
      'each cup of the mask that was free holds the block that lay under it',
      'the slots under these cups are empty',
      'the lift is up',
    ],
    expected: {
      holding: 'every cup of the mask holds a block',
      slotsEmpty: 'the slots under the mask are empty',
      liftUp: 'the lift is up',
    },
  },
  release: {
    text: 'lower the gripper, release the blocks of the cups of the mask, and lift it',
    askedBy: ['UnloadBlocks'],
    effect: [
      'each cup of the mask is empty',
      'the blocks that they held lie in the slots under them, with the face that they had',
      'the lift is up',
    ],
    expected: {
      cupsEmpty: 'every cup of the mask is empty',
      slotsFilled: 'the slots under the cups that held a block hold one',
      liftUp: 'the lift is up',
    },
  },
  rotate: {
    text: 'turn the blocks of the cups of the mask upside down',
    askedBy: ['RotateBlocks'],
    effect: [
      'the rotator stands at its other end',
      'the blocks under the mask show their other face: blue becomes orange and orange blue',
    ],
    expected: {
      holding: 'every cup of the mask that held a block still does',
      rotatorAt: 'the rotator has reached its other end',
      liftUp: 'the lift is up',
    },
  },
  push: {
    text: 'push the shelf from its dock to its target',
    askedBy: ['MoveCursor'],
    effect: ['the shelf is at its target', 'the robot stands where the push ends'],
    expected: { shelfAt: 'the shelf is at its target', standing: 'the robot stands still' },
  },
  jog: {
    text: 'drive by hand: one setpoint of speeds, void after its time to live',
    askedBy: ['teleop'],
    effect: ['the robot is between places', 'it stands when the setpoint is over and it has braked'],
    expected: { standing: 'the robot stands still' },
  },
}

/** The rules of the robot's own world in human-readable form. */
export const fieldRules: DomainRules = {
  name: 'field',
  text:
    'The robot of the VRL paper carries blocks from load zones to unload zones, turns them and pushes a shelf. ' +
    'CustomDelay and ReadFaces command nothing, so they have no rules; jog is what an operator drives by hand.',
  skills: Object.values(RULES).map(({ kind, checks }) => {
    const { text, askedBy, effect, expected } = SENTENCES[kind]
    return {
      name: kind,
      text,
      askedBy,
      ports: [],
      checks: checks.map((check) => ({ id: check.id, text: check.text })),
      effect,
      outcomes: [],
      expected: Object.values(expected).map((sentence) => ({ text: sentence })),
    }
  }),
}

/** Returns the predicates described by a command's sentences, for the test that compares them with the rule. */
export const describedPredicates = (kind: CommandKind): readonly string[] =>
  Object.keys(SENTENCES[kind].expected)
