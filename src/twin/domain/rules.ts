/** A domain's rules as people read them: what `graft twin rules` prints. */
export interface DomainRules {
  readonly name: string
  readonly text: string
  readonly skills: readonly SkillRules[]
  /** names that formulas use for others: `hand_free` */
  readonly definitions?: readonly { readonly name: string; readonly holds: string }[]
}

export interface SkillRules {
  readonly name: string
  /** what it does, in one sentence */
  readonly text: string
  /** skills of the tree that ask for it, where skills and commands have different names */
  readonly askedBy?: readonly string[]
  readonly ports: readonly PortRules[]
  /** when nothing is left to do */
  readonly done?: string
  readonly checks: readonly {
    readonly id: string
    readonly text: string
    /** the formula, where the rule is written as one */
    readonly holds?: string
  }[]
  /** what changes, whichever outcome it is */
  readonly effect: readonly string[]
  /** the ways in which it can go well; none when there is only one */
  readonly outcomes: readonly {
    readonly text?: string
    readonly each?: string
    readonly when?: string
    readonly effect: readonly string[]
  }[]
  /** what sensors are asked afterwards */
  readonly expected: readonly { readonly text?: string; readonly holds?: string }[]
}

export interface PortRules {
  readonly name: string
  /** in words: `an item or none` */
  readonly takes: string
  readonly text?: string
  /** it may be left out */
  readonly optional: boolean
  /** all that a tree may write, where that is a list */
  readonly values?: readonly string[]
}
