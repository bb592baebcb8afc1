/** One part of an action: the arm reaches out, the fingers close, the arm comes back. */
export type Phase =
  | { readonly kind: 'drive'; readonly to: string }
  /** the arm moves to a share of its reach */
  | { readonly kind: 'reach'; readonly to: number; readonly towards?: string }
  | { readonly kind: 'grasp'; readonly item: string }
  | { readonly kind: 'release'; readonly item: string; readonly place: string }
  | { readonly kind: 'swing'; readonly closure: string; readonly to: 0 | 1 }
  | { readonly kind: 'give'; readonly item: string; readonly person: string }
  | { readonly kind: 'take'; readonly item: string; readonly person: string }
  | { readonly kind: 'look'; readonly closure: string }
  | { readonly kind: 'ask'; readonly item: string; readonly person: string }
  /** looks whether it can be done at all, before the arm moves */
  | { readonly kind: 'check'; readonly what: Phase }

export type PhaseOf<K extends Phase['kind']> = Extract<Phase, { readonly kind: K }>

/** The arm comes back to the chest. */
export const STOWED: Phase = { kind: 'reach', to: 0 }

/** The arm goes out, does something, and comes back; first the robot looks whether there is something to do. */
export const armed = (towards: string, what: Phase): readonly Phase[] => [
  { kind: 'check', what },
  { kind: 'reach', to: 1, towards },
  what,
  STOWED,
]

/** The arm takes hold of a door or container and moves it. */
export const swinging = (closure: string, to: 0 | 1): readonly Phase[] =>
  armed(closure, { kind: 'swing', closure, to })
