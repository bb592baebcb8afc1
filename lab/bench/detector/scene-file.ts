import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { SceneRecord } from './scene-record.js'

/** What readers said of scenes, a line of JSON each: to look at a picture takes seconds, to ask about it none. */
export class SceneFile {
  readonly #path: string | undefined
  readonly #kept = new Map<number, SceneRecord>()

  /** @param path none: nothing is kept. A last line that was cut off is read again */
  constructor(path: string | undefined) {
    this.#path = path
    if (path === undefined || !existsSync(path)) return
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      const scene = asScene(line)
      if (scene !== undefined) this.#kept.set(scene.index, scene)
    }
  }

  has(index: number): boolean {
    return this.#kept.has(index)
  }

  /** @returns the scene that was kept, or the one that is looked at now */
  scene(index: number, look: (index: number) => SceneRecord): SceneRecord {
    const kept = this.#kept.get(index)
    if (kept !== undefined) return kept
    const scene = look(index)
    this.#kept.set(index, scene)
    if (this.#path !== undefined) appendFileSync(this.#path, `${JSON.stringify(scene)}\n`)
    return scene
  }
}

/** The bench has written it itself: what can be read is not checked again. */
function asScene(line: string): SceneRecord | undefined {
  try {
    const read = JSON.parse(line) as Partial<SceneRecord> | null
    return read?.index === undefined || read.readers === undefined ? undefined : (read as SceneRecord)
  } catch {
    return undefined
  }
}
