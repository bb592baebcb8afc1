/** A request to an RPLIDAR, and how long to leave it alone afterwards. */
export interface RplidarRequest {
  readonly bytes: Uint8Array
  /** ms before the next request may be sent */
  readonly thenWaitMs: number
}

/**
 * What an RPLIDAR needs before it measures (RPLIDAR Interface Protocol and Application Notes): a request is 0xA5, a
 * command and, for commands from 0x80 on, the length of what follows, that, and the exclusive or of all of it. STOP and
 * RESET have no answer; after STOP the scanner wants 1 ms, after RESET 2 ms. Not checked with a device: how long an A1
 * takes to start anew (its greeting is skipped as any bytes are); half a second is waited here.
 *
 * An A1 also has to be told to turn: its adapter does so while DTR is low, which is a matter of the serial port.
 *
 * @param mode 0 for the express scan of an A1. A C1 names its modes when asked with GET_LIDAR_CONF (0x84); that 1 is
 *   the one with dense capsules has not been checked with a device.
 */
export const expressScan = (mode: number): readonly RplidarRequest[] => [
  ...STOP_AND_RESET,
  { bytes: withPayload(0x82, [mode, 0, 0, 0, 0]), thenWaitMs: 0 },
]

/** The same for the legacy scan, whose answer has no checksum. */
export const legacyScan = (): readonly RplidarRequest[] => [
  ...STOP_AND_RESET,
  { bytes: Uint8Array.of(0xa5, 0x20), thenWaitMs: 0 },
]

const STOP_AND_RESET: readonly RplidarRequest[] = [
  { bytes: Uint8Array.of(0xa5, 0x25), thenWaitMs: 1 },
  { bytes: Uint8Array.of(0xa5, 0x40), thenWaitMs: 500 },
]

function withPayload(command: number, payload: readonly number[]): Uint8Array {
  const bytes = [0xa5, command, payload.length, ...payload]
  return Uint8Array.of(
    ...bytes,
    bytes.reduce((sum, byte) => sum ^ byte, 0),
  )
}
