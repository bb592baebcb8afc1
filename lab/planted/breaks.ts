/** One line of the product, what it becomes, and the tests that were written to notice it. */
export interface Break {
  readonly name: string
  readonly file: string
  /** stands in the file exactly once */
  readonly line: string
  readonly becomes: string
  /** files below `test/` */
  readonly tests: readonly string[]
}

/** Chosen by hand, where a mistake could move, hide or forget something. `npm run mutate` takes whatever comes. */
export const BREAKS: readonly Break[] = [
  {
    name: 'a permit is good for ever',
    file: 'src/twin/permit.ts',
    line: "if (now >= terms.expires) return err({ kind: 'expired', id, lateBy: ms(now - terms.expires) })",
    becomes: '',
    tests: ['twin/permit.test.ts'],
  },
  {
    name: 'a permit is good twice',
    file: 'src/twin/permit.ts',
    line: 'terms.used = true',
    becomes: '',
    tests: ['twin/permit.test.ts'],
  },
  {
    name: 'a permit is good for any command',
    file: 'src/twin/permit.ts',
    line: "if (terms.hash !== commandHash(command)) return err({ kind: 'mismatched', id })",
    becomes: '',
    tests: ['twin/permit.test.ts'],
  },
  {
    name: 'a permit outlives the world that it was given for',
    file: 'src/twin/permit.ts',
    line: "if (terms.rev !== state.rev) return err({ kind: 'stale', id, given: terms.rev, now: state.rev })",
    becomes: '',
    tests: ['twin/permit.test.ts'],
  },
  {
    name: 'the twin lets one failed check pass',
    file: 'src/twin/field/judge.ts',
    line: 'const first = failed[0]',
    becomes: 'const first = failed[1]',
    tests: ['twin/checks.test.ts', 'twin/rules.test.ts'],
  },
  {
    name: 'motion is permitted under a latched emergency stop',
    file: 'src/twin/field/rules/shared-checks.ts',
    line: 'holds: (state) => !state.robot.estop,',
    becomes: 'holds: () => true,',
    tests: ['twin/checks.test.ts'],
  },
  {
    name: 'a pose outside the field is permitted',
    file: 'src/twin/field/rules/move.ts',
    line: 'holds: (_, { pose }, map) => isInside(map, pose),',
    becomes: 'holds: () => true,',
    tests: ['twin/checks.test.ts', 'twin/rules.test.ts'],
  },
  {
    name: 'what was judged may still be changed before it is sent',
    file: 'src/robots/field/drive.ts',
    line: 'const command = ownCopy(asked)',
    becomes: 'const command = asked',
    tests: ['gate/permit-fuzz.test.ts', 'robots/body.test.ts', 'twin/permit.test.ts'],
  },
  {
    name: 'a pressed button does not keep the robot from being armed',
    file: 'src/robots/field/arming.ts',
    line: 'if ((telemetry.inputs & InputBit.estop) !== 0) {',
    becomes: 'if (false) {',
    tests: ['robots/arming.test.ts', 'robots/stop.test.ts'],
  },
  {
    name: 'a broken encoder is told as a pressed button',
    file: 'src/robots/field/actuation.ts',
    line: 'case EstopCause.encoderFault:',
    becomes: 'case 99 as EstopCause:',
    tests: ['robots/latch.test.ts', 'robots/stop.test.ts'],
  },
  {
    name: 'heartbeats leave also while the loop hangs',
    file: 'src/link/link-session.ts',
    line: 'if (now - this.#at.allowed <= ALLOWANCE_MS && this.#beatIsDue(now)) {',
    becomes: 'if (this.#beatIsDue(now)) {',
    tests: ['link/heartbeat.test.ts', 'link/session.test.ts', 'link/session-limits.test.ts'],
  },
  {
    name: 'a silent controller counts as there for five seconds',
    file: 'src/link/link-session.ts',
    line: 'const LOST_MS = 500',
    becomes: 'const LOST_MS = 5000',
    tests: ['link/session.test.ts', 'link/session-limits.test.ts'],
  },
  {
    name: 'a restarted controller is taken for the one before',
    file: 'src/link/link-session.ts',
    line: "if (telemetry.session !== this.#sessionId) return this.#end('lost', { kind: 'lost', why: 'sessionLost' })",
    becomes: '',
    tests: ['link/session.test.ts', 'link/session-limits.test.ts'],
  },
  {
    name: 'setpoints that wait outlive a STOP',
    file: 'src/link/link-session.ts',
    line: "if (command.kind === 'stop' || command.kind === 'estop') this.#txQueue.withdrawSetpoints()",
    becomes: '',
    tests: ['link/stop-property.test.ts', 'link/commands.test.ts'],
  },
  {
    name: 'commands that wait outlive a STOP',
    file: 'src/link/command-queue.ts',
    line: 'if (urgent) this.#withdrawAll()',
    becomes: '',
    tests: ['link/stop-property.test.ts', 'link/commands.test.ts'],
  },
  {
    name: 'a command leaves before it is in the journal',
    file: 'src/link/command-queue.ts',
    line: 'if (this.#out.journaled(flight.id)) this.#sendFirst(flight)',
    becomes: 'this.#sendFirst(flight)',
    tests: ['link/commands.test.ts', 'link/conversations.test.ts'],
  },
  {
    name: 'a STOP waits behind what was there before',
    file: 'src/link/tx-queue.ts',
    line: 'if (urgent) this.#waiting.unshift(frame)',
    becomes: 'if (urgent) this.#waiting.push(frame)',
    tests: ['link/tx-queue.test.ts'],
  },
  {
    name: 'a frame with a wrong CRC is believed',
    file: 'src/link/frame.ts',
    line: "if (uint32(raw, checked) !== crc32c(raw, checked)) return 'badCrc'",
    becomes: '',
    tests: ['link/codec.test.ts', 'link/decoder-fuzz.test.ts'],
  },
  {
    name: 'an operator’s STOP does not end an episode',
    file: 'src/runtime/ending/safety-monitor.ts',
    line: 'if (control.stopRequested())',
    becomes: 'if (control.stopRequested() && false)',
    tests: ['runtime/attended.test.ts'],
  },
  {
    name: 'the robot does not begin in SAFE',
    file: 'src/runtime/modes.ts',
    line: "#mode: Mode = 'SAFE'",
    becomes: "#mode: Mode = 'ARMED'",
    tests: ['runtime/modes.test.ts'],
  },
  {
    name: 'a row of the health table may be silent ten times as long',
    file: 'src/runtime/health/health.ts',
    line: "const late = entry.reported === 'ok' && ageMs > deadlineMs",
    becomes: "const late = entry.reported === 'ok' && ageMs > 10 * deadlineMs",
    tests: ['health/health.test.ts'],
  },
  {
    name: 'the watchdog is fed whatever the health table says',
    file: 'src/adapters/systemd/feed.ts',
    line: 'if (red.length === 0) {',
    becomes: 'if (red.length >= 0) {',
    tests: ['systemd/feed.test.ts'],
  },
  {
    name: 'a line of a log with a wrong checksum is believed',
    file: 'src/adapters/store/line-log.ts',
    line: 'return checksum(json) === match[1] ? json : undefined',
    becomes: 'return json',
    tests: ['store/line-log.test.ts', 'store/run-folder.test.ts'],
  },
  {
    name: 'a viewer may command',
    file: 'src/console/roles.ts',
    line: 'ROLES.indexOf(has) >= ROLES.indexOf(needs)',
    becomes: 'ROLES.includes(has) && ROLES.includes(needs)',
    tests: ['console/command-dispatcher.test.ts', 'console/fuzz.test.ts'],
  },
  {
    name: 'any operator may confirm what another has armed',
    file: 'src/service/motion/arming.ts',
    line: 'if (given.by !== by)',
    becomes: 'if (false)',
    tests: ['serve/arming.test.ts'],
  },
  {
    name: 'keys may be exchanged while the robot moves',
    file: 'src/service/motion/access-guard.ts',
    line: 'const replaced = !mayStop.some((key) => this.#trustedKeys.includes(key))',
    becomes: 'const replaced = false',
    tests: ['serve/access-guard.test.ts'],
  },
  {
    name: 'a ReactiveSequence lets go of nothing that still runs',
    file: 'src/bt/nodes/control/reactive.ts',
    line: 'this.haltOthers(index)',
    becomes: '',
    tests: ['bt/nodes/reactive.test.ts'],
  },
  {
    name: 'an alarm score of exactly 0.5 calls nobody',
    file: 'src/learning/critic/alarm.ts',
    line: "if (s >= ACTIONABLE_S) reasons.push('severity')",
    becomes: "if (s > ACTIONABLE_S) reasons.push('severity')",
    tests: ['critic/critic.test.ts', 'critic/rubric.test.ts', 'serve/hold.test.ts'],
  },
  {
    name: 'an edit that the validator refuses is tried on the robot',
    file: 'src/learning/field/actor/judge.ts',
    line: 'if (problem) return err({ index: last, text: problem.message })',
    becomes: '',
    tests: ['actor/edits.test.ts', 'actor/loop.test.ts', 'actor/search.test.ts'],
  },
  {
    name: 'what a model wrote becomes markup of the report',
    file: 'src/report/html.ts',
    line: "return text.replace(HIDDEN, '\\uFFFD').replace(/[&<>\"'`]/g, (char) => `&#${char.charCodeAt(0)};`)",
    becomes: "return text.replace(HIDDEN, '\\uFFFD')",
    tests: ['report/html.test.ts'],
  },
]
