/** What `link` and the hardware share: bytes, in order, perhaps damaged. Serial port, pseudo-terminal or memory. */
export interface ByteStream {
  /** false once closed or unplugged; it never becomes true again: open a new stream instead */
  readonly open: boolean
  /** Without effect when not open: bytes that are written into a closed port would reach the next firmware. */
  write(bytes: Uint8Array): void
  /** What has arrived since the last call, in order; may be empty. Never blocks. */
  read(): Uint8Array
  close(): void
}
