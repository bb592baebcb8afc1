import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Break } from './breaks.js'

/** The working tree as it is, in a folder of its own: what is broken there is broken nowhere else. */
export class Copy {
  readonly folder = mkdtempSync(join(tmpdir(), 'graft-planted-'))

  constructor(root: string) {
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
      encoding: 'utf8',
    })
    for (const name of listed.split('\0').filter((each) => each !== '' && existsSync(join(root, each)))) {
      mkdirSync(dirname(join(this.folder, name)), { recursive: true })
      copyFileSync(join(root, name), join(this.folder, name))
    }
    for (const name of ['node_modules', 'dist', 'dist-lab'])
      if (existsSync(join(root, name))) symlinkSync(join(root, name), join(this.folder, name))
  }

  /** @returns mends it. @throws Error when the line is not there exactly once: the table is out of date */
  plant({ name, file, line, becomes }: Break): () => void {
    const path = join(this.folder, file)
    const whole = readFileSync(path, 'utf8')
    const times = whole.split(line).length - 1
    if (times !== 1) throw new Error(`${name}: ${file} holds this line ${times} times, not once: ${line}`)
    writeFileSync(
      path,
      whole.replace(line, () => becomes),
    )
    return () => writeFileSync(path, whole)
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}
