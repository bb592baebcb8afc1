/**
 * Who could stop the robot through the console now. Whoever lets it move looks at this: a robot that nobody
 * can stop must not go on (docs/adr/0021).
 */
export interface Access {
  /** public keys of the operators and maintainers that can get in now; none: nobody can stop the robot */
  readonly mayStop: readonly string[]
  /** why nobody can; null: somebody can */
  readonly why: string | null
}
