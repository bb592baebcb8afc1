import { Option, type Command } from 'commander'
import { interruptible, type ExitCode } from '#app/command-line/exit-code.js'
import { endWithTheReader, processIo, type Io } from '#terminal/io.js'
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
    .description('show the serial traffic of a run and check that each actuation had a permit')
    .argument(
      '<wire>',
      'recorded wire, run id or run folder, or FILE.ndjson of a driver; with --raw a file or - for stdin',
    )
    .option('--follow', 'follow a growing file, to the end of the recording or Ctrl-C', false)
    .option(
      '--json',
      'one JSON object per line: wire, message, damaged, breach, note, command, summary',
      false,
    )
    .option('--all', 'also show heartbeats, telemetry and repeated events', false)
    .addOption(
      new Option('--commands', 'one line per command: permit, attempts, answer, completion')
        .default(false)
        .conflicts('stats'),
    )
    .addOption(new Option('--stats', 'only the closing summary').default(false))
    .option('--episode <n>', 'only this episode of the run', wholeNumber(1, 99_999))
    .addOption(
      new Option('--raw <direction>', 'raw bytes of one direction, as from a logic analyser').choices([
        'toFirmware',
        'toHost',
      ]),
    )
    .option('--out <dir>', 'folder of the runs', 'runs')
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
Decodes the frames using only the schema, without knowledge of the program that sent them: an independent witness that
there was no actuation without its own permit. A retry is the same message, no command is executed twice. A breach is
marked !! on its line and sets the exit code.

Examples:
  graft run --wire --episodes 1 && graft tap runs/F1-s1-1a2b3c4d
  graft tap runs/F1-s1-1a2b3c4d/episodes/01/wire.bin --commands
  graft tap --follow runs/F1-s1-1a2b3c4d                           the running episode
  graft tap session.ndjson                                         a session with a driver (docs/DRIVER.md)
  graft tap RUN --json | grep '"type":"breach"'
  graft tap --raw toFirmware capture.bin                           from a logic analyser: no times, one direction
  socat -u -r down.bin /dev/ttyUSB1,b921600,raw - | graft tap --raw toFirmware -

The manual: docs/tap.md

Exit codes: 0 no actuation without its own permit · 1 a breach · 2 no such file, or not a recorded wire`
