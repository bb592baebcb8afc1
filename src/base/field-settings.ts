/**
 * What only a run on a field can be set to, under its published names: an option of `graft run`, a key of site.yaml, of
 * `run.json` and of the first line of `run --json`. Code for every world passes it on and does not name it.
 */
export interface FieldSettings {
  /** the ablation of VRL-07: the actor is told the colours that the camera reads */
  readonly blockInfo: boolean
}

/** The setting's key, its option, and its words. */
export const SHOWN_COLOURS = {
  key: 'blockInfo',
  flag: '--block-info',
  help: 'let the actor see the colours that the camera reads',
  describe: 'Let the actor see the colours that the camera reads.',
  title: 'block colours shown to the actor',
} as const

/** The setting as an object of its own, to be spread where its key is stored. */
export const settingOf = (shown: boolean): FieldSettings => ({ [SHOWN_COLOURS.key]: shown })

/** A world that is not a field has no such colours. */
export const NO_COLOURS = settingOf(false)

/** Whether the actor is told the colours. */
export const showsColours = (settings: FieldSettings): boolean => settings[SHOWN_COLOURS.key]
