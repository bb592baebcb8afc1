/** The interface between `link` and the hardware: ordered bytes, possibly corrupted. Serial port, pty or memory. */
export interface ByteStream {
  /** false once closed or unplugged, permanently: open a new stream instead */
  readonly open: boolean
  /** No effect when not open: bytes written to a closed port would reach the next firmware. */
  write(bytes: Uint8Array): void
  /** Returns the bytes received since the last call, in order; may be empty. Never blocks. */
  read(): Uint8Array
  close(): void
}
