import { Option, type Command } from 'commander'
import { interruptible, type ExitCode } from '#app/command-line/exit-code.js'
import { endWithTheReader, processIo, type Io } from '../bt/output/io.js'
import type { SnifferOptions } from '../tap/tap.js'
import { wholeNumber } from '#app/command-line/options.js'

type Asked = Omit<SnifferOptions, 'shows'> & { readonly commands: boolean; readonly stats: boolean }

export function addSnifferCommand(
  program: Command,
  finish: (code: ExitCode) => void,
  io: Io = processIo(),
): void {
  const command = program
    .command('tap')
    .description('listen to the serial line: what was really sent, and did each actuation have its permit?')
    .argument('<wire>', 'a recorded wire, or the id or folder of a run; with --raw a file or - for stdin')
    .option('--follow', 'go on while the file grows, to the end of the recording or Ctrl-C', false)
    .option('--json', 'one JSON object a line: wire, message, damaged, breach, note, command, summary', false)
    .option('--all', 'show heartbeats, telemetry and repeated events too', false)
    .addOption(
      new Option('--commands', 'one line a command: permit, tries, answer, end')
        .default(false)
        .conflicts('stats'),
    )
    .addOption(new Option('--stats', 'the closing summary alone').default(false))
    .option('--episode <n>', 'of a run, this episode alone', wholeNumber(1, 99_999))
    .addOption(
      new Option('--raw <direction>', 'the bytes of one direction, as a logic analyser gives them').choices([
        'toFirmware',
        'toHost',
      ]),
    )
    .option('--out <dir>', 'where runs are kept', 'runs')
    .addHelpText('after', HELP)
    .action(async (wire: string, asked: Asked) => {
      const { sniff } = await import('../tap/tap.js')
      const shows = asked.commands ? 'commands' : asked.stats ? 'stats' : 'messages'
      finish(
        await interruptible((signal) =>
          sniff(wire, { ...asked, shows }, { signal, io, stdin: process.stdin }),
        ),
      )
    })
  if (io.out === process.stdout) command.hook('preAction', endWithTheReader)
}

const HELP = `
It decodes the frames by the schema alone and knows nothing of the program that sent them: an independent witness of
law 2. Every actuation carries a permit of its own, a retry is the same message, no command is executed twice. What
breaks that is marked !! in the line where it happens, and the exit code says so.

Examples:
  graft run --wire --episodes 1 && graft tap runs/F1-s1-1a2b3c4d
  graft tap runs/F1-s1-1a2b3c4d/episodes/01/wire.bin --commands
  graft tap --follow runs/F1-s1-1a2b3c4d                           the episode that runs now
  graft tap RUN --json | grep '"type":"breach"'
  graft tap --raw toFirmware capture.bin                           from a logic analyser: no times, one direction
  socat -u -r down.bin /dev/ttyUSB1,b921600,raw - | graft tap --raw toFirmware -

The manual: docs/tap.md

Exit codes: 0 law 2 holds on this wire · 1 it is broken · 2 no such file, or no recorded wire`
