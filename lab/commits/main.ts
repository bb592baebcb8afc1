import { execFileSync } from 'node:child_process'
import { problemsOf, type Commit } from './subject.js'

/**
 * Do the messages of these commits keep to the form?
 *
 *     npm run commits                 # the last twenty
 *     npm run commits -- main..mine   # a range, as git log takes it
 *
 * Ends with 1 when one does not.
 */
const [range = '-20'] = process.argv.slice(2)
const log = execFileSync('git', ['log', '--no-merges', '--format=%h%x1f%s%x1f%b%x1e', range], {
  encoding: 'utf8',
})
const commits = log
  .split('\x1e')
  .map((entry) => entry.trim().split('\x1f'))
  .flatMap(([hash = '', subject = '', body = '']): Commit[] => (hash === '' ? [] : [{ hash, subject, body }]))
let wrong = 0
for (const commit of commits) {
  const problems = problemsOf(commit)
  if (problems.length === 0) continue
  wrong++
  process.stdout.write(`${commit.hash} ${commit.subject}\n${problems.map((text) => `  ${text}\n`).join('')}`)
}
process.stdout.write(`${commits.length} commits, ${wrong} not in form\n`)
process.exitCode = wrong > 0 ? 1 : 0
