/** A domain's rules in human-readable form: what `graft twin rules` prints. */
export interface DomainRules {
  readonly name: string
  readonly text: string
  readonly skills: readonly SkillRules[]
  /** how the world is at the start, by state variable: `location`: `mug: cupboard`, … */
  readonly start?: readonly {
    readonly name: string
    readonly text?: string
    readonly values: readonly string[]
  }[]
  /** what a plan is for */
  readonly goal?: readonly { readonly text?: string; readonly holds: string }[]
  /** named formulas that other formulas refer to: `hand_free` */
  readonly definitions?: readonly { readonly name: string; readonly holds: string }[]
}

export interface SkillRules {
  readonly name: string
  /** what it does, in one sentence */
  readonly text: string
  /** tree skills that request it, where skills and commands have different names */
  readonly askedBy?: readonly string[]
  readonly ports: readonly PortRules[]
  /** when nothing is left to do */
  readonly done?: string
  readonly checks: readonly {
    readonly id: string
    readonly text: string
    /** the formula, if the rule is written as one */
    readonly holds?: string
  }[]
  /** what changes, whatever the outcome */
  readonly effect: readonly string[]
  /** the ways in which it can succeed; empty when there is only one */
  readonly outcomes: readonly {
    readonly text?: string
    readonly each?: string
    readonly when?: string
    readonly chance?: number
    readonly effect: readonly string[]
  }[]
  /** the ways in which it can fail */
  readonly fails?: SkillRules['outcomes']
  /** for whoever runs it: nothing undoes it, no plan uses it, what to ask, how many seconds it takes, who can do it */
  readonly marks?: {
    readonly irreversible?: true
    readonly manual?: true
    readonly ask?: string
    readonly duration?: string
    readonly by?: readonly string[]
  }
  /** facts that are known afterwards, if it was to find them out */
  readonly observes?: readonly string[]
  /** what the sensors must confirm afterwards */
  readonly expected: readonly { readonly text?: string; readonly holds?: string }[]
}

export interface PortRules {
  readonly name: string
  /** in words: `an item or none` */
  readonly takes: string
  readonly text?: string
  /** it may be omitted */
  readonly optional: boolean
  /** what it then is, unless that is none */
  readonly default?: string
  /** the allowed values, if they can be listed */
  readonly values?: readonly string[]
}
