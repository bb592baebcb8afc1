import type { AlarmRecord } from '#learning/episode.js'

/**
 * Which alarms a person has been shown in this episode. A block that lies on the floor alarms after every unit; every
 * alarm is logged and counted, but people are told once.
 */
export class KnownAlarms {
  #episode = 0
  readonly #shown = new Set<string>()

  isNew(episode: number, { reasons, text }: AlarmRecord): boolean {
    if (episode !== this.#episode) this.#shown.clear()
    this.#episode = episode
    const key = `${reasons.join()} ${text}`
    if (this.#shown.has(key)) return false
    this.#shown.add(key)
    return true
  }
}
