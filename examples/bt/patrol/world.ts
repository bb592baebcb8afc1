/** A position of the robot on its plane, m; `World` also holds obstacles that exist only on its map (`ghosts`). */
export interface Place {
  readonly x: number
  readonly y: number
}

export class World {
  at: Place = { x: 0, y: 0 }
  readonly ghosts: Place[] = []
  readonly log: string[] = []

  /** Moves one step towards a goal; returns `blocked` when the map shows an obstacle within 0.2 m. */
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
