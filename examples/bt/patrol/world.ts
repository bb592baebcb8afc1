/** A robot on a plane, and what its map wrongly believes to be in its way. */
export interface Place {
  readonly x: number
  readonly y: number
}

export class World {
  at: Place = { x: 0, y: 0 }
  readonly ghosts: Place[] = []
  readonly log: string[] = []

  /** One step towards a goal, or `blocked` when the map shows something within 0.2 m. */
  step(goal: Place, metres: number): 'moving' | 'there' | 'blocked' {
    const left = distance(this.at, goal)
    const part = left <= metres ? 1 : metres / left
    const next = { x: this.at.x + (goal.x - this.at.x) * part, y: this.at.y + (goal.y - this.at.y) * part }
    if (this.ghosts.some((ghost) => distance(ghost, next) < 0.2)) return 'blocked'
    this.at = next
    return part === 1 ? 'there' : 'moving'
  }
}

export const distance = (a: Place, b: Place): number => Math.hypot(a.x - b.x, a.y - b.y)
