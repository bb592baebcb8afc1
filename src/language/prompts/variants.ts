/**
 * The variants of the modular paper (Gaviria et al., section IV-C), for comparison: how much of the task the model is
 * left with. None of them is how `graft do` plans; there a search does.
 */
export type Variant = 'plan' | 'eo' | 'fb' | 'full' | 'ds' | 'cap'

export interface VariantParts {
  /** steps in words come first, and are executed one at a time */
  readonly plansFirst: boolean
  /** what each step is to bring about is written by a session of its own, and shown */
  readonly outcomes: boolean
  /** what the twin says of a step is shown, so that it can be written again */
  readonly feedback: boolean
  /** the model thinks before it answers, and needs tokens for it */
  readonly thinks: boolean
}

export const VARIANTS: Readonly<Record<Variant, VariantParts>> = {
  plan: { plansFirst: true, outcomes: false, feedback: false, thinks: false },
  eo: { plansFirst: true, outcomes: true, feedback: false, thinks: false },
  fb: { plansFirst: true, outcomes: false, feedback: true, thinks: false },
  full: { plansFirst: true, outcomes: true, feedback: true, thinks: false },
  ds: { plansFirst: true, outcomes: true, feedback: true, thinks: true },
  // code as policies: the whole task as one program, which here is a tree
  cap: { plansFirst: false, outcomes: false, feedback: false, thinks: false },
}

/** Tokens for thoughts, of a model that thinks. */
export const THINKING = 4000
