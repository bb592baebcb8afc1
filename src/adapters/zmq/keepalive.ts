/**
 * How a connection notices that its other end has vanished without a word: by TCP. ZMTP's own heartbeats
 * would do it too, but libzmq 4.3.5 ends the whole process (`!_io_error`, stream_engine_base.cpp) when one
 * falls due on a connection that was cut while its queue was full: anybody with a key could stop the robot's
 * service by sending much and hanging up.
 */
export const KEEPALIVE = {
  tcpKeepalive: 1,
  /** seconds */
  tcpKeepaliveIdle: 5,
  tcpKeepaliveInterval: 2,
  tcpKeepaliveCount: 3,
  /** milliseconds until what was sent must have arrived */
  tcpMaxRetransmitTimeout: 5000,
} as const
