/**
 * Hands every key to `onKey` as it is pressed, while `action` runs: raw mode, and the terminal as it was before when it
 * has ended, however it ends.
 */
export async function withRawKeys(
  input: NodeJS.ReadStream,
  onKey: (key: string) => void,
  action: () => Promise<void>,
): Promise<void> {
  const onData = (data: Buffer): void => onKey(data.toString())
  input.setRawMode(true)
  input.resume()
  input.on('data', onData)
  try {
    await action()
  } finally {
    input.off('data', onData)
    input.setRawMode(false)
    input.pause()
  }
}
