import type { Diagnostic } from '#base/diagnostic.js'

/** What to do about a disk that takes no more, by the system's error code. */
export const DISK_ADVICE: ReadonlyMap<string, string> = new Map([
  ['ENOSPC', 'free some space'],
  ['EDQUOT', 'free some of your quota'],
  ['EFBIG', 'raise the limit on file sizes'],
  ['EIO', 'the disk is failing: back up its data and replace it'],
  ['EROFS', 'the file system is read-only: check dmesg and remount it for writing'],
])

/** Says why a file named by the user cannot be written. */
export function unwritable(file: string, cause: unknown): Diagnostic {
  const code = codeOf(cause)
  return {
    code: 'file.unwritable',
    severity: 'error',
    message: `${file} cannot be written`,
    got: code ?? String(cause),
    hint: DISK_ADVICE.get(code ?? '') ?? 'check that its folder exists and is writable',
  }
}

/** Whether a file was refused by the disk, full or failing, and not by what the user has named. */
export const isDiskTrouble = ({ code, got = '' }: Diagnostic): boolean =>
  code === 'file.unwritable' && DISK_ADVICE.has(got)

/** The code of a system error: `ENOENT`. */
export const codeOf = (cause: unknown): string | undefined =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : undefined
