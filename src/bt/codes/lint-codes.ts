import { code, type CodeInfo } from './code-info.js'

const lint = code.bind(undefined, 'lint')

/** Traps: the tree runs, but perhaps not as meant. Always warnings. */
export const LINT_CODES: Readonly<Record<string, CodeInfo>> = {
  'bt.old-spelling': lint(
    'Old spelling',
    'RetryUntilSuccesful with one s is the spelling of version 3; it is read as RetryUntilSuccessful.',
    '<RetryUntilSuccesful>',
    '<RetryUntilSuccessful>',
  ),
}
