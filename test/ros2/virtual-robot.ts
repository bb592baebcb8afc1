/**
 * A robot with Nav2 and a gripper as its ROS graph shows them, for tests: it knows nothing of graft. Time is given; it
 * is simulated in steps of 10 ms.
 */
export interface Goal {
  readonly id: string
  readonly action: string
  readonly end: (status: 4 | 5 | 6, values: Record<string, unknown>) => void
  readonly feedback: (values: Record<string, unknown>) => void
  readonly target: { readonly x: number; readonly y: number } | { readonly position: number }
  readonly since: number
  cancelled: boolean
}

const STEP_MS = 10
const BRAKE = 4 // m/s²
const GRIP_MS = 150
const BEEP_MS = 100

export class VirtualRobot {
  base = { x: 0, y: 0, speed: 0 }
  gripper = { position: 0.08, stalled: false }
  /** where the parcel is: a place, `gripper` or `floor` */
  parcel = 'shelf'
  /** m/s */
  speed = 1.5
  /** the driver of the wheels does what it likes: it does not brake */
  runaway = false
  readonly places: Readonly<Record<string, { readonly x: number; readonly y: number }>>
  navigation: Goal | undefined
  grasp: Goal | undefined
  /** `allow_stalling` of the gripper's controller: without it a goal that closes on something is aborted */
  allowsStalling = true
  /** goals and calls that began while any other ran, of whatever action or service, or while the base still moved */
  overlaps = 0
  #beeps: { readonly until: number; readonly end: () => void }[] = []
  #heading = { x: 1, y: 0 }
  #now: number
  #fedBack = 0

  constructor(now: number, places: VirtualRobot['places']) {
    this.#now = now
    this.places = places
  }

  /** As people put it back between two episodes. */
  putBack(): void {
    this.base = { x: 0, y: 0, speed: 0 }
    this.gripper = { position: 0.08, stalled: false }
    this.parcel = 'shelf'
    this.navigation = this.grasp = undefined
  }

  /** Nav2 takes a newer goal instead of the one that runs, which it aborts. */
  accept(goal: Goal): void {
    const which = 'position' in goal.target ? 'grasp' : 'navigation'
    this.#begins()
    this[which]?.end(6, {})
    this[which] = goal
  }

  /** A service that takes its time. */
  beep(end: () => void): void {
    this.#begins()
    this.#beeps.push({ until: this.#now + BEEP_MS, end })
  }

  get #isBusy(): boolean {
    const { navigation, grasp, base } = this
    return navigation !== undefined || grasp !== undefined || this.#beeps.length > 0 || base.speed > 0
  }

  #begins(): void {
    if (this.#isBusy) this.overlaps++
  }

  cancel(id: string): void {
    for (const goal of [this.navigation, this.grasp]) if (goal?.id === id) goal.cancelled = true
  }

  cancelAll(which: 'navigation' | 'grasp'): void {
    const goal = this[which]
    if (goal !== undefined) goal.cancelled = true
  }

  get place(): string | undefined {
    return Object.entries(this.places).find(
      ([, { x, y }]) => Math.hypot(x - this.base.x, y - this.base.y) < 0.2,
    )?.[0]
  }

  advance(now: number): void {
    for (; this.#now + STEP_MS <= now; this.#now += STEP_MS) {
      this.#drive()
      this.#grip()
      for (const { end } of this.#beeps.filter(({ until }) => until <= this.#now)) end()
      this.#beeps = this.#beeps.filter(({ until }) => until > this.#now)
    }
  }

  #drive(): void {
    const seconds = STEP_MS / 1000
    const goal = this.navigation
    const { base } = this
    if (goal === undefined || goal.cancelled || 'position' in goal.target) {
      if (!this.runaway) base.speed = Math.max(0, base.speed - BRAKE * seconds)
      base.x += this.#heading.x * base.speed * seconds
      base.y += this.#heading.y * base.speed * seconds
      if (base.speed > 0 || goal === undefined) return
      this.navigation = undefined
      goal.end(5, { error_code: 0, error_msg: '' })
      return
    }
    const [dx, dy] = [goal.target.x - base.x, goal.target.y - base.y]
    const distance = Math.hypot(dx, dy)
    if (distance <= this.speed * seconds) {
      Object.assign(base, { x: goal.target.x, y: goal.target.y, speed: 0 })
      this.navigation = undefined
      goal.end(4, { error_code: 0, error_msg: '' })
      return
    }
    this.#heading = { x: dx / distance, y: dy / distance }
    base.speed = this.speed
    base.x += this.#heading.x * base.speed * seconds
    base.y += this.#heading.y * base.speed * seconds
    if (this.#now - this.#fedBack < 50) return
    this.#fedBack = this.#now
    goal.feedback({ distance_remaining: distance, number_of_recoveries: 0 })
  }

  #grip(): void {
    const goal = this.grasp
    if (goal === undefined || !('position' in goal.target)) return
    if (goal.cancelled) {
      this.grasp = undefined
      goal.end(5, this.#gripperState(false))
      return
    }
    if (this.#now - goal.since < GRIP_MS) return
    this.grasp = undefined
    const closes = goal.target.position < 0.04
    if (closes && this.parcel === this.place) this.parcel = 'gripper'
    else if (!closes && this.parcel === 'gripper') this.parcel = this.place ?? 'floor'
    const stalled = closes && this.parcel === 'gripper'
    this.gripper = { position: stalled ? 0.03 : goal.target.position, stalled }
    goal.end(stalled && !this.allowsStalling ? 6 : 4, this.#gripperState(!stalled))
  }

  #gripperState(reached: boolean): Record<string, unknown> {
    const { position, stalled } = this.gripper
    return { position, effort: stalled ? 20 : 0, stalled, reached_goal: reached }
  }
}
