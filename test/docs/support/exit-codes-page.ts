import { EXIT, EXIT_MEANINGS } from '#app/command-line/exit-code.js'

/** docs/exit-codes.md, made of what the program uses and of what each `--help` says. @param helps by command */
export const exitCodesPage = (helps: ReadonlyMap<string, string>): string => `${INTRODUCTION}
| code | meaning | what to do |
| --- | --- | --- |
${names.map((name) => `| ${EXIT[name]} | ${EXIT_MEANINGS[name]} | ${ADVICE[name]} |`).join('\n')}

## Command by command

What a code means in particular, as the command's \`--help\` says it; a subcommand that is not listed has those of the
command above it. These end with 0, or with 2 and a message: ${othersIn(helps)
  .map((command) => `\`${command}\``)
  .join(', ')}.
Every command ends with 8 where its output cannot be written, and with 70 where it has a bug.

| command | exit codes |
| --- | --- |
${[...exitCodesIn(helps)].map(([command, codes]) => `| \`${command}\` | ${codes.map(({ code, text }) => `${code} ${text}`).join(' · ')} |`).join('\n')}
`

export interface SaidCode {
  readonly code: number
  readonly text: string
}

/** What the helps say of exit codes; that of \`graft\` itself has the general table. */
export function exitCodesIn(helps: ReadonlyMap<string, string>): ReadonlyMap<string, readonly SaidCode[]> {
  const found = new Map<string, readonly SaidCode[]>()
  for (const [command, help] of helps) {
    const [, said] = /^Exit codes: ([\s\S]*?)(?:\n\n|\n*$(?![\s\S]))/m.exec(help) ?? []
    if (said === undefined || command.startsWith('graft-lab')) continue
    const codes = said.replace(/\s+/g, ' ').split(' · ')
    found.set(
      command,
      codes.map((each) => {
        const [, code, text = ''] = /^(\d+) (.*)$/.exec(each.trim()) ?? []
        return { code: Number(code), text: text.replaceAll('|', '\\|') }
      }),
    )
  }
  return found
}

/** The commands that do something, and whose help says nothing of exit codes, nor that of a command above them. */
function othersIn(helps: ReadonlyMap<string, string>): readonly string[] {
  const said = [...exitCodesIn(helps).keys()]
  const all = [...helps.keys()].filter((each) => each.startsWith('graft '))
  return all.filter(
    (each) =>
      !all.some((other) => other.startsWith(`${each} `)) &&
      !said.some((other) => each === other || each.startsWith(`${other} `)),
  )
}

const names = Object.keys(EXIT) as (keyof typeof EXIT)[]

const INTRODUCTION = `# Exit codes

A code means the same whichever command ends with it: 1 is the verdict "no" on what was to be judged, 2 a command line or
an input that nothing could be done with. \`graft --help\` prints the first table. This page is generated from the program
(\`npx vitest run test/docs/exit-codes -u\`).
`

const ADVICE: Readonly<Record<keyof typeof EXIT, string>> = {
  ok: '',
  no: 'Read what differs or fails. As with `diff` and `grep`, this is an answer, not a fault of the command.',
  usage:
    'The message has file, line and column, or the option. Nothing moved and nothing was written. Mistakes that a `… check` finds are 1.',
  models: '`graft models verify` names the file. Nothing moved.',
  linkLost:
    'The robot does not answer, refuses, was not armed, or did not come to rest after a stop, or nobody knows whether it did. Look at the robot first. A run that has started can be resumed.',
  estop: 'Find out why it was pressed, then `graft run --resume`.',
  failed:
    'A tree ended in FAILURE or threw an error, an order was tried but not fulfilled, or a step of an installation failed and the others were carried out.',
  unreachable:
    'Is the service running, and at this address? Without a key the code is 2: the first `graft serve` creates one.',
  outputLost: 'A full or failing disk, or a closed pipe. A run has been stopped and can be resumed.',
  question: 'Answer at a terminal, or phrase the order so that it has one meaning. Nothing moved.',
  bug: 'Please report it with the output above it.',
  interrupted: 'Ctrl-C, SIGTERM, or a terminal that was closed. A run can be resumed.',
}
