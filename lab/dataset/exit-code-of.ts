import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import type { Diagnostic } from '#base/diagnostic.js'

/** How a check ends that has found this: what is no set cannot be judged; a set with a mistake was. */
export const exitCodeOf = ({ code }: Diagnostic): ExitCode =>
  code === 'dataset.about' ? EXIT.usage : EXIT.no
