import { Option, type Command } from 'commander'
import type { Io } from '#terminal/io.js'
import type { DrawCommandOptions } from '../draw/draw.js'
import { nodesOption, pluginOption, type Finish } from './shared.js'

export function addDraw(bt: Command, finish: Finish, io: Io): void {
  bt.command('draw')
    .description('draw a tree as SVG')
    .argument('<file>', 'XML file')
    .option('--tree <id>', 'tree to draw (default: the main tree)')
    .addOption(
      new Option('--direction <side>', 'where children are placed')
        .choices(['right', 'down'])
        .default('right'),
    )
    .option('-o, --output <file>', 'write the picture to a file instead of stdout')
    .addOption(nodesOption())
    .addOption(pluginOption())
    .addHelpText(
      'after',
      `
Examples:
  graft bt draw mission.xml -o mission.svg
  graft bt draw mission.xml --tree Pick > pick.svg

Exit codes: 0 drawn · 2 the file cannot be read`,
    )
    .action(async (file: string, options: DrawCommandOptions) => {
      const { draw } = await import('../draw/draw.js')
      finish(await draw(file, options, io))
    })
}
