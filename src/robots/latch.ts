import { EstopCause, type Telemetry } from '#link/messages.gen.js'

/** Who or what latched the emergency stop, in words; what a person should look at comes with it. */
export function sayLatch(telemetry: Pick<Telemetry, 'estopCause' | 'estopWheel'> | undefined): string {
  switch (telemetry?.estopCause) {
    case EstopCause.encoderFault:
      return (
        `the motors were cut: the encoder of wheel ${telemetry.estopWheel} does not show what its ` +
        `motor does (its plug, its supply, or the motor's bridge)`
      )
    case EstopCause.wheelJammed:
      return `the motors were cut: wheel ${telemetry.estopWheel} is jammed`
    case EstopCause.host:
      return 'the emergency stop was asked for'
    case undefined:
    default:
      return 'the emergency stop was pressed'
  }
}
