/** Gives back what the bench keeps open between runs. */
const open: (() => Promise<void>)[] = []

export function closeLater(close: () => Promise<void>): void {
  open.push(close)
}

export async function closeBench(): Promise<void> {
  for (const close of open.splice(0)) await close()
}
