/** How a command will go, as the body knows it the moment it begins. Nothing has happened before `end` or `cut`. */
export interface Course {
  /** milliseconds from the tick that sends the command to the controller's word that it is over */
  readonly lasts: number
  /** what the controller will say */
  readonly ends: 'done' | 'failed'
  /** from the same belief it always ends in the same one: luck changes at most what no sensor shows */
  readonly flawless: boolean
  /** has set something in motion: operating time counts from the first such command */
  readonly moves: boolean
  /** Makes it so. */
  end(): void
  /**
   * A stop comes after some milliseconds; what has happened until then has happened.
   * @returns milliseconds until the body stands again
   */
  cut(after: number): number
}
