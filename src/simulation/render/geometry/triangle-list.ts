/** Triangles on the screen, in arrays that grow and are used again for the next picture. */
export class TriangleList {
  count = 0
  /** nine numbers a triangle: x, y, nearness of each corner; x and y in pixels, nearness larger when nearer */
  corners = new Float64Array(9 * 1024)
  /** the instance that a triangle belongs to × 8 + its face */
  owner = new Int32Array(1024)
  /** number of the triangle in the mesh that it came from */
  source = new Int32Array(1024)

  clear(): void {
    this.count = 0
  }

  /** Takes three corners from `points` (three numbers a point), by their numbers. */
  push(points: Float64Array, at: Uint32Array, owner: number, source: number): void {
    if (this.count === this.owner.length) this.#grow()
    const { corners } = this
    let to = 9 * this.count
    for (let i = 0; i < 3; i++) {
      const from = 3 * (at[i] as number)
      corners[to++] = points[from] as number
      corners[to++] = points[from + 1] as number
      corners[to++] = points[from + 2] as number
    }
    this.owner[this.count] = owner
    this.source[this.count] = source
    this.count++
  }

  #grow(): void {
    const [{ corners, owner, source }, room] = [this, 2 * this.owner.length]
    this.corners = new Float64Array(9 * room)
    this.corners.set(corners)
    this.owner = new Int32Array(room)
    this.owner.set(owner)
    this.source = new Int32Array(room)
    this.source.set(source)
  }
}
