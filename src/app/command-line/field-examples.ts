/**
 * The examples in the help of commands that show a run on the field, the world that ships with a real robot. They are
 * published: people have them in scripts and notes. The commands themselves speak of no world.
 */
export const FIELD_EXAMPLES = {
  /** `graft note --help` */
  note: 'graft note F1-s1-1a2b3c4d 3 "the block at slot 2 slipped because the cup was wet"',

  /** `graft console --help`: an alarm that a person has dealt with */
  acknowledge: 'graft console alarm ack F2-s1-1a2b3c4d/1/1 "block was turned by hand"',

  /** `graft console --help`: a scene that a person has restored */
  sceneReset: 'graft console scene reset "put the shelf back"',

  /** `graft replay --help` */
  find: `graft replay RUN --episode 2 --find "zone 3: load: ·"    when did the twin first believe that?`,

  /** `graft twin explain --help`: a step in the world of the robot itself */
  explain: `graft twin explain LoadBlocks --after 'MoveToZone zone="1"'`,
} as const
